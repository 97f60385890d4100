import { isPreparedElsewhere, isRetryable } from './failures.ts'
import { poolerRefusal } from './pooler.ts'

type Waiting = { limitMs?: number; pauseMs?: number; say?: (sentence: string) => void }

/**
 * Opens something that needs the database, and retries while its server cannot be reached, has no connection left or is
 * a standby, as when machines start together or during a failover.
 * @param limitMs unlimited by default, because a process limits its whole start
 * @param setting the setting with the address, named in the log line about the wait
 * @throws the error of `open` for any other reason
 */
export async function whenReachable<T>(
  setting: string,
  open: () => Promise<T>,
  {
    limitMs = Infinity,
    pauseMs = 1_000,
    say = (sentence) => void process.stderr.write(`${sentence}\n`),
  }: Waiting = {},
): Promise<T> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open()
    } catch (error) {
      const refusal = poolerRefusal(error)
      if (refusal !== null)
        throw new Error(`The database at ${setting} cannot be used: ${refusal}.`, { cause: error })
      if (!isRetryable(error) || isPreparedElsewhere(error) || performance.now() - startedAt > limitMs)
        throw error
      if (attempt === 1) say(`waiting for the database at ${setting}: ${reasonOf(error)}`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** The error code of a failed connection; its message is not used, because it may contain the address. */
const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'no answer'
