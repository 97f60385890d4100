import type { Readable } from 'node:stream'
import type { KeyRight } from '@pematang/contract/partner/rights'
import type { FastifyRequest } from 'fastify'
import type { SessionRole } from '../approvals/company.ts'
import type { Right } from '../approvals/rights.ts'
import type { ActorOf } from '../audit/audit.ts'
import type { LogPosition } from '../db/log-position.ts'
import type { Cookies } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The logged-in lender, set after authentication for the log; null without one. */
    lenderId: number | null
    /** The person of the staff who is logged in to the console, likewise. */
    staffId: number | null
    /** The key with which a lender's own system called, likewise. */
    keyId: string | null
  }
  interface FastifyContextConfig {
    operationId?: string
    /** Whether the answer may take hours to read (`Endpoint.isLarge`). */
    isLarge?: boolean
    /** Whether the body is a file (`Endpoint.mostBytes`). */
    takesFile?: boolean
  }
}

/** Whether a client or proxy may give this id to its request. */
export const isRequestId = (text: string): boolean => /^[\w-]{8,64}$/.test(text)

export type Identity = {
  lenderId: number
  tokenHash: Buffer
  /** The person of a company who acts for it, by their login; absent where a lender is alone. */
  member?: { id: number; roles: readonly SessionRole[]; lacksFactor: boolean }
  /** What a member says with `proposalHeader`. */
  proposal?: 'new' | number
  /**
   * Set if the session is only known to have been this lender's: the handler must have its command confirm that it is
   * live (`confirmsSession`).
   */
  isUnconfirmed?: true
  /**
   * If the lender has changed data recently, the primary's log position that reads for them must include; otherwise
   * null.
   */
  readAfter: LogPosition | null
}

/** The sender as the actor of a command. */
export const lenderActor = ({ lenderId, tokenHash, member, proposal }: Identity): ActorOf<'lender'> => ({
  kind: 'lender',
  lenderId,
  session: tokenHash,
  ...(member && { member: member.id }),
  ...(proposal !== undefined && { proposal }),
})

/** The login of the sender: their own, where they act for a company. */
export const loginOf = ({ lenderId, member }: Pick<Identity, 'lenderId' | 'member'>): number =>
  member?.id ?? lenderId

/** A person of the staff in a live session of the console. */
export type StaffCaller = {
  staffId: number
  name: string
  /** What they may do now; DECIDE only with two passkeys. */
  rights: readonly Right[]
  /** The id of the session, which is no secret. */
  sessionId: string
}

/** A live key of a lender, before it is known whether it may send the call. */
export type FoundKey = {
  keyId: string
  lenderId: number
  right: KeyRight
  /** Addresses and networks from which it may be used; everywhere if empty. */
  networks: readonly string[]
}

/**
 * A lender's own system, which called with a key. It changes no figure, so its reads need no log position; proposals are read
 * from the primary.
 */
export type KeyCaller = { keyId: string; lenderId: number; readAfter: null }

/** A key of staff that the settings name. It reads over all lenders and nothing else. */
export type FeedKey = {
  /** Its name, with which it stands in log and audit trail. */
  keyId: string
  networks: readonly string[]
}

/** A program of the platform's own, which called with a key of staff. */
export type FeedCaller = Pick<FeedKey, 'keyId'>

/** The validated input of a handler and its sender. */
export type Incoming<Query, Body, Who, Staff = undefined> = {
  query: Query
  body: Body
  lender: Who
  staff: Staff
  /** The Idempotency-Key; present on every call that moves money. */
  key: string | undefined
  requestId: string
  /** The network address of the request, for the audit trail. */
  source: string
  /** The login of the company's person who sent it, for the audit trail. */
  member: number | undefined
  request: FastifyRequest
  cookies: Cookies
}

/** A binary answer, whole or as a stream. PDFs and images are shown inline; anything else is a download. */
export type BinaryAnswer = {
  bytes: Buffer | Readable
  mediaType: string
  fileName: string
  /** The size of a stream in bytes, if it is known. */
  length?: number
}
