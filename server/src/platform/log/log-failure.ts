import { causeOf, codeOf, isRetryable } from '../db/failures.ts'

type ErrorLog = { error(facts: object, message: string): void }

/** The interval in milliseconds at which the same message is logged during a database outage. */
const everyMs = 60_000

/** When each failure was last logged, and how often it was omitted since. */
const seen = new WeakMap<ErrorLog, Map<string, { at: number; leftOut: number }>>()

/**
 * Logs the failure of an operation. To keep an outage of the database from filling the log, a lost connection, a full
 * disk and other failures that pass are logged once a minute per message and error code, with the number of omitted ones.
 * @param now milliseconds of a monotonic clock
 */
export function logFailure(
  log: ErrorLog,
  message: string,
  facts: { err: unknown } & Record<string, unknown>,
  now: number = performance.now(),
): void {
  const err = causeOf(facts.err)
  const told = { ...facts, err }
  if (err === facts.err && !isRetryable(err)) return log.error(told, message)
  const failures = seen.get(log) ?? new Map<string, { at: number; leftOut: number }>()
  seen.set(log, failures)
  const name = `${codeOf(err)} ${message}`
  const last = failures.get(name)
  if (last && now - last.at < everyMs) {
    last.leftOut += 1
    return
  }
  failures.set(name, { at: now, leftOut: 0 })
  log.error(last?.leftOut ? { ...told, leftOut: last.leftOut } : told, message)
}
