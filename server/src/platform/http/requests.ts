import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Cookies } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the token is known, for the log. */
    lenderId: number | null
  }
  interface FastifyContextConfig {
    operationId?: string
  }
}

/** Who sent a request that carries a token. */
export type Identity = { lenderId: number; tokenHash: Buffer }

/** What a handler gets: what was sent, checked, and who sent it. */
export type Incoming<Query, Body, Who> = {
  query: Query
  body: Body
  lender: Who
  /** The Idempotency-Key; present on every call that moves money. */
  key: string | undefined
  requestId: string
  request: FastifyRequest
  cookies: Cookies
}

/** Bytes as an answer, all of them or as they come. A PDF or a picture is shown; anything else is saved. */
export type BinaryAnswer = { bytes: Buffer | Readable; mediaType: string; fileName: string }
