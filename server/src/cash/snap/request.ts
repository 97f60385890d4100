import type { FastifyRequest } from 'fastify'
import { SnapRefusal } from '../../outside/bank/snap/response-codes.ts'
import { readTimestamp } from '../../outside/bank/snap/timestamp.ts'

/** A bank's call with its raw body, which is not parsed before the signature is verified. */
export type SnapRequest = {
  id: string
  method: string
  /** The path of the URL without the query. */
  path: string
  body: Buffer
  header(name: string): string | undefined
}

export function toSnapRequest(request: FastifyRequest): SnapRequest {
  return {
    id: request.id,
    method: request.method,
    path: request.url.split('?')[0] ?? '',
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    header: (name) => {
      const value = request.headers[name.toLowerCase()]
      return typeof value === 'string' && value !== '' ? value : undefined
    },
  }
}

/**
 * Reads a required header in this format.
 * @throws SnapRefusal FIELD_MISSING or FIELD_FORMAT with its name.
 */
export function requiredHeader(request: SnapRequest, name: string, format: RegExp): string {
  const value = request.header(name)
  if (value === undefined) throw new SnapRefusal('FIELD_MISSING', name)
  if (!format.test(value)) throw new SnapRefusal('FIELD_FORMAT', name)
  return value
}

/** X-TIMESTAMP as its original text, which the signature covers, and in milliseconds. */
export function requiredTimestamp(request: SnapRequest): { text: string; at: number } {
  const text = requiredHeader(request, 'X-TIMESTAMP', /^.{1,40}$/)
  const at = readTimestamp(text)
  if (at === null) throw new SnapRefusal('FIELD_FORMAT', 'X-TIMESTAMP')
  return { text, at }
}
