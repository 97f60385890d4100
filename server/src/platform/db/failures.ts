import { Refusal } from '../refusal.ts'

const again = new Set([
  '40001',
  '40P01',
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '26000',
  '42P05',
])
const networkCodes = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOENT ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN
   ENOTFOUND EAI_AGAIN`.split(/\s+/),
)

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** The connection is lost, and the outcome of the running statement is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code.startsWith('08') || code.startsWith('57P') || networkCodes.has(code)) return true
  return (
    error instanceof Error &&
    /Connection terminated|connection timeout|^timeout expired|Query read timeout|timeout exceeded when trying to connect|Client (has encountered|was closed)/i.test(
      error.message,
    )
  )
}

/** The same transaction may succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  return again.has(codeOf(error)) || isConnectionLost(error)
}

/** The server no longer accepts writes, because it was demoted by a failover. */
export const isDemoted = (error: unknown): boolean => codeOf(error) === '25006'

/**
 * A statement that this connection has prepared is not there, or is there already: a pooler gave the session another
 * connection of the server. Only another connection helps.
 */
export const isPreparedElsewhere = (error: unknown): boolean => ['26000', '42P05'].includes(codeOf(error))

/** The connection cannot be used for another transaction. */
export const isConnectionUseless = (error: unknown): boolean =>
  isConnectionLost(error) || isPreparedElsewhere(error)

/** An earlier statement of the same transaction has failed; that failure is the reason. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02'

/** No connection became free in time; waiting again would only lengthen the queue. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)

const neverRan = new Set(['57P03', 'ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN'])

/** The connection was lost after the statement may have reached the server. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isConnectionLost(error) && !neverRan.has(codeOf(error)) && !isPoolExhausted(error)

/** Another transaction holds a lock for longer than lock_timeout. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' &&
  (constraint === undefined || (error as { constraint?: string }).constraint === constraint)

/** The login lacks the right. */
export const isForbidden = (error: unknown): boolean => codeOf(error) === '42501'

/**
 * The object exists already. When two sessions create it at once, one gets any of these codes despite "if not exists".
 */
export const isAlreadyThere = (error: unknown): boolean => ['23505', '42710', '42P07'].includes(codeOf(error))

/**
 * The error after the last attempt. The client may retry under the same key, so the answer is "busy" and never a 500.
 */
export const busy = (): Refusal => new Refusal('OVERLOADED', { retryAfterSeconds: 2 })
