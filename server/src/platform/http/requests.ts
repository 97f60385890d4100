import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { LogPosition } from '../db/log-position.ts'
import type { Cookies } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set after authentication, for the log. */
    lenderId: number | null
  }
  interface FastifyContextConfig {
    operationId?: string
    /** The answer may take hours to read (`Endpoint.isLarge`). */
    isLarge?: boolean
  }
}

/** The authenticated sender of a request. */
export type Identity = {
  lenderId: number
  tokenHash: Buffer
  /** What is read for a lender who has just acted must include the primary's log up to here. */
  readAfter: LogPosition | null
}

/** The validated input of a handler and its sender. */
export type Incoming<Query, Body, Who> = {
  query: Query
  body: Body
  lender: Who
  /** The Idempotency-Key; present on every call that moves money. */
  key: string | undefined
  requestId: string
  /** The address that the request came from, for the audit trail. */
  source: string
  request: FastifyRequest
  cookies: Cookies
}

/** A binary answer, whole or as a stream. PDFs and images are shown inline; anything else is a download. */
export type BinaryAnswer = {
  bytes: Buffer | Readable
  mediaType: string
  fileName: string
  /** The size of a stream, where it is known. */
  length?: number
}
