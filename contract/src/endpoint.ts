import type * as z from 'zod/mini'
import type { PartnerRefusalCode } from './partner/refusals.ts'
import type { KeyRight } from './partner/rights.ts'
import type { RefusalCode } from './refusals.ts'
import type { StaffRefusalCode } from './staff/refusals.ts'
import type { StaffRight } from './staff/rights.ts'

/** A binary answer instead of JSON, with the media types that it may have. */
export type Binary = { binary: readonly string[] }

/** A JSON array of any length, sent while it is read; one that fails on the way breaks off and so is no JSON. */
export type Streamed = { items: z.core.$ZodType }

/** The rate limits of expensive calls: downloads and reports, agreements, insights. */
export type Cost = 'DOWNLOAD' | 'AGREEMENT' | 'INSIGHT'

/**
 * `guest` needs no token; `lender` needs the bearer token of a live session. Each valid call of a lender consumes the
 * limit that it `costs`, whether it succeeds or not.
 */
type LenderSender = { auth: 'guest'; costs?: never } | { auth: 'lender'; costs?: Cost }

/**
 * `guest` needs no session; `staff` needs the cookie of a live session of the console and this right: `ANY` is each person
 * who is not suspended.
 */
type ConsoleSender = { costs?: never } & ({ auth: 'guest' } | { auth: 'staff'; right: StaffRight | 'ANY' })

/** A program with a key of a lender that has this right. What it `costs` is consumed of all keys of the lender together. */
type PartnerSender = { auth: 'key'; right: KeyRight; costs?: Cost }

/** A program of the platform itself, such as an adapter for reports, with a key of staff: those read over all lenders. */
type FeedSender = { auth: 'feed'; costs?: never }

export type LenderEndpoint = LenderSender & Call<RefusalCode>

/** A call of the console, which only staff open. */
export type ConsoleEndpoint = ConsoleSender & Call<RefusalCode | StaffRefusalCode>

/** A call of a program with a key, a lender's or company's own or the platform's, in English names. */
export type PartnerEndpoint = (PartnerSender | FeedSender) & Call<RefusalCode | PartnerRefusalCode>

/**
 * One call, declared once. The server binds a handler to it, the browser's client takes its types from it, and for
 * lenders the OpenAPI document is generated from it. It is plain data: declaring it runs no code.
 */
export type Endpoint = LenderEndpoint | ConsoleEndpoint | PartnerEndpoint

type Call<Code> = {
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A second method for the same call, where the specification has two readings. */
  alsoMethod?: 'POST' | 'PUT'
  /** Path below /api/v1, of the console below /api/console, of partners below /api/v1/partner. */
  path: `/${string}`
  summary: string
  query?: z.core.$ZodType
  body?: z.core.$ZodType
  /** Set where the body is a file, sent as `application/octet-stream`: its largest size. */
  mostBytes?: number
  answer: z.core.$ZodType | Binary | Streamed
  /** The refusal codes of this call, in addition to those that any call may give (see `commonRefusals`). */
  errors: readonly Code[]
  /** True when the call moves money; the call then needs an Idempotency-Key header. */
  movesMoney?: true
  /** True when the browser must clear its storage for this site except cookies (Clear-Site-Data). */
  clearsStorage?: true
  /** True for a call whose answer may be gigabytes and take hours to download. */
  isLarge?: true
  /**
   * True when screens send the call on a timer only: it does not count as activity of the session. Timers that send
   * another call set the header `unattendedHeader`.
   */
  polling?: true
}

/**
 * Header of a request that a timer sent while the lender did not touch the screen: it does not count as activity of the
 * session. A client that omits it still loses the session at its maximum age.
 */
export const unattendedHeader = 'X-Unattended'

/**
 * Header of a call by which a member of a company acts under their company's rules. `new`: where a rule asks for a decision,
 * the call is proposed instead of run, and answers 202 with the refusal body PROPOSED and the number in `proposal`. A
 * number: the sender agrees to that proposal with the same body, and the last who must agree runs it and gets its ordinary
 * answer; before that it answers 202 PROPOSAL_AGREED. Without the header such a call is refused with PROPOSAL_NEEDED.
 */
export const proposalHeader = 'X-Proposal'

/** Keeps the literal types of a declaration, so that client and server are checked against it. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

export type EndpointQuery<E extends Endpoint> = E extends { query: infer Q extends z.core.$ZodType }
  ? z.infer<Q>
  : undefined
export type EndpointBody<E extends Endpoint> = E extends { body: infer B extends z.core.$ZodType }
  ? z.infer<B>
  : undefined
export type EndpointAnswer<E extends Endpoint> = E['answer'] extends z.core.$ZodType
  ? z.infer<E['answer']>
  : Uint8Array
/** One item of a streamed answer. */
export type EndpointItem<E extends Endpoint> = E['answer'] extends {
  items: infer Item extends z.core.$ZodType
}
  ? z.infer<Item>
  : never
