import { Refusal } from '../refusal.ts'

// Besides conflicts, failovers and poolers: the server has no connection (53300), disk (53100), memory (53200) or file
// (53000) left, or its disk gives an error (58030).
const again = new Set(
  `40001 40P01 25006 57P01 57P02 57P03 53300 53100 53200 53000 58030 26000 42P05`.split(' '),
)
// The second line: this process has no file, socket or memory left for a connection, or a local server's queue is full.
const networkCodes = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ENOENT ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN
   EMFILE ENFILE ENOBUFS ENOMEM EAGAIN
   ENOTFOUND EAI_AGAIN`.split(/\s+/),
)

/** Whether the connection was lost, so that the outcome of the running statement is unknown. */
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

/** Whether the same transaction may succeed when it is run again. */
export function isRetryable(error: unknown): boolean {
  return again.has(codeOf(error)) || isConnectionLost(error)
}

/** Whether the server no longer accepts writes, because it was demoted by a failover. */
export const isDemoted = (error: unknown): boolean => codeOf(error) === '25006'

/**
 * Whether a prepared statement is missing or exists already, because a pooler gave the session another server
 * connection. Only a new connection helps.
 */
export const isPreparedElsewhere = (error: unknown): boolean => ['26000', '42P05'].includes(codeOf(error))

/** Whether the connection cannot be used for another transaction. */
export const isConnectionUseless = (error: unknown): boolean =>
  isConnectionLost(error) || isPreparedElsewhere(error)

/** Whether a statement failed only because an earlier one of the same transaction had failed. */
export const isAfterFailure = (error: unknown): boolean => codeOf(error) === '25P02'

/** Whether no connection became free in time; a retry would only lengthen the queue. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)

const neverRan = new Set(`57P03 ECONNREFUSED ENOENT ENOTFOUND EAI_AGAIN EMFILE ENFILE EAGAIN`.split(' '))

/** Whether the connection was lost after the statement may have reached the server. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isConnectionLost(error) && !neverRan.has(codeOf(error)) && !isPoolExhausted(error)

/** Whether another transaction held a lock for longer than lock_timeout. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03'

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === '23505' &&
  (constraint === undefined || (error as { constraint?: string }).constraint === constraint)

/** Whether the login lacks a right. */
export const isForbidden = (error: unknown): boolean => codeOf(error) === '42501'

/**
 * Whether the object exists already. Of two sessions that create it concurrently, one gets one of these codes despite
 * "if not exists".
 */
export const isAlreadyThere = (error: unknown): boolean => ['23505', '42710', '42P07'].includes(codeOf(error))

/** Whether a statement names a table or function that does not exist. */
export const isUndefined = (error: unknown): boolean => ['42P01', '42883'].includes(codeOf(error))

/**
 * The error after the last attempt. The client may retry with the same key, so the answer is "busy" and never a 500.
 * @param cause the failure of the database, for the log
 */
export const busy = (cause?: unknown): Refusal =>
  Object.assign(new Refusal('OVERLOADED', { retryAfterSeconds: 2 }), { cause })

/** The failure of the database that an error stands for: the cause of a `busy()`, otherwise the error itself. */
export const causeOf = (error: unknown): unknown =>
  error instanceof Refusal && error.cause !== undefined ? error.cause : error

/** The code of an error of PostgreSQL or of the network; empty if it has none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** What a transaction has read was changed by another request: it is rolled back, tried again, and decides anew. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001'

  constructor(what: string) {
    super(`${what} was changed by another request meanwhile`)
  }
}
