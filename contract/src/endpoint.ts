import type * as z from 'zod/mini'
import type { RefusalCode } from './refusals.ts'

/** Bytes instead of JSON: the media types that a call may answer with. */
export type Binary = { binary: readonly string[] }

/**
 * One call of the API, declared once. The server binds a verb to it, the browser's client takes its types
 * from it, and the OpenAPI document is made from it. It is data: no code runs when it is declared.
 */
export type Endpoint = {
  operationId: string
  method: 'GET' | 'POST' | 'PUT'
  /** A second method under which the same call answers, where the specification gives two readings. */
  alsoMethod?: 'POST' | 'PUT'
  /** Below /api/v1. */
  path: `/${string}`
  /** guest: no token. lender: a bearer token of a live session. */
  auth: 'guest' | 'lender'
  summary: string
  query?: z.core.$ZodType
  body?: z.core.$ZodType
  answer: z.core.$ZodType | Binary
  /** The refusals of this call beside those that any call may give (see `commonRefusals`). */
  errors: readonly RefusalCode[]
  /** True when the call moves money: it then needs an Idempotency-Key header. */
  movesMoney?: true
}

/** Keeps the literal types of a declaration, so that both ends are checked against it. */
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
