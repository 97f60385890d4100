import { Refusal } from '../refusal.ts'

const again = new Set(['40001', '40P01', '25006', '57P01', '57P02', '57P03', '53300', '53100'])
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** The connection is gone: nothing is known of what was under way on it. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code.startsWith('08') || code.startsWith('57P') || networkCodes.has(code)) return true
  return (
    error instanceof Error &&
    /Connection terminated|connection timeout|timeout exceeded when trying to connect|Client (has encountered|was closed)/i.test(
      error.message,
    )
  )
}

/** The same transaction may succeed when it is run again. */
export function isPassing(error: unknown): boolean {
  return again.has(codeOf(error)) || isConnectionLost(error)
}

/** A statement before it has failed in the same transaction; that failure is the reason. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02'

/** All connections stay taken: to wait again would only lengthen the queue. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)

const neverRan = new Set(['57P03', 'ECONNREFUSED', 'ENOENT'])

/** The connection was lost after the statement may have reached the server. */
export const mayHaveRun = (error: unknown): boolean =>
  isConnectionLost(error) && !neverRan.has(codeOf(error)) && !isPoolExhausted(error)

/** Another transaction holds what this one needs for longer than lock_timeout. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' &&
  (constraint === undefined || (error as { constraint?: string }).constraint === constraint)

/** What was to be created is there: of two that create it at once, one sees any of these in spite of "if not exists". */
export const isAlreadyThere = (error: unknown): boolean => ['23505', '42710', '42P07'].includes(codeOf(error))

/** After the last try: the client may ask again under the same key, so it is told that we are busy, never 500. */
export const busy = (): Refusal => new Refusal('OVERLOADED', { retryAfterSeconds: 2 })
