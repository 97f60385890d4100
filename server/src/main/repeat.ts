import type { Context } from '../context.ts'
import { named, type WithFailPoints } from '../platform/fail-points.ts'
import { logFailure } from '../platform/log-failure.ts'

type Steps = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Runs steps one after the other, immediately and then every `everyMs`, and never concurrently. A step that fails is
 * logged and runs again next time.
 * @param steps by the message that is logged when they fail
 * @returns a function that stops the repetition and waits for the current run
 */
export function repeat(
  { db, log }: WithFailPoints & { log: Pick<Context['log'], 'error'> },
  everyMs: number,
  steps: Steps,
): () => Promise<void> {
  let underWay: Promise<void> | undefined
  const run = async () => {
    for (const [failure, step] of Object.entries(steps)) {
      await named({ db }, `task ${failure}`, step).catch((error: unknown) =>
        logFailure(log, failure, { err: error }),
      )
    }
  }
  const tick = () => {
    underWay ??= run().finally(() => (underWay = undefined))
  }
  tick()
  const timer = setInterval(tick, everyMs)
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
