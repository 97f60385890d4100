import { isConnectionLost } from './db/failures.ts'

type ErrorLog = { error(facts: object, message: string): void }

/** While the database is away a message is logged once in this time, in milliseconds. */
const everyMs = 60_000

/** When each message was last logged, and how often it was left out since. */
const seen = new WeakMap<ErrorLog, Map<string, { at: number; leftOut: number }>>()

/**
 * Logs the failure of something that is tried again and again. An outage of the database would fill the log with the
 * same line, so a lost connection is logged once a minute under each message, with how many were left out.
 * @param now milliseconds of a clock that only runs forward
 */
export function logFailure(
  log: ErrorLog,
  message: string,
  facts: { err: unknown } & Record<string, unknown>,
  now: number = performance.now(),
): void {
  if (!isConnectionLost(facts.err)) return log.error(facts, message)
  const messages = seen.get(log) ?? new Map<string, { at: number; leftOut: number }>()
  seen.set(log, messages)
  const last = messages.get(message)
  if (last && now - last.at < everyMs) {
    last.leftOut += 1
    return
  }
  messages.set(message, { at: now, leftOut: 0 })
  log.error(last?.leftOut ? { ...facts, leftOut: last.leftOut } : facts, message)
}
