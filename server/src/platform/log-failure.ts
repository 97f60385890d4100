import { isConnectionLost } from './db/failures.ts'

type ErrorLog = { error(facts: object, message: string): void }

/** The interval in milliseconds at which the same message is logged during a database outage. */
const everyMs = 60_000

/** When each message was last logged, and how often it was omitted since. */
const seen = new WeakMap<ErrorLog, Map<string, { at: number; leftOut: number }>>()

/**
 * Logs the failure of a retried operation. To keep a database outage from filling the log, a lost connection is logged
 * once a minute per message, with the number of omitted ones.
 * @param now milliseconds of a monotonic clock
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
