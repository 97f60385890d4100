import type { Context } from '../context.ts'
import { named, type WithFailPoints } from '../platform/fail-points.ts'
import { logFailure } from '../platform/log-failure.ts'

type Steps = Readonly<Record<string, () => Promise<unknown>>>

/** Milliseconds after which failed steps run again: a short absence of the database need not delay them for long. */
const againAfterMs = 30_000

/**
 * Runs steps one after the other, immediately and then every `everyMs`, and never concurrently. A step that fails is
 * logged; all steps run again after half a minute, or earlier where their time comes.
 * @param steps by the message that is logged when they fail
 * @returns a function that stops the repetition and waits for the current run
 */
export function repeat(
  { db, log }: WithFailPoints & { log: Pick<Context['log'], 'error'> },
  everyMs: number,
  steps: Steps,
): () => Promise<void> {
  let underWay: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let isStopped = false
  const run = async () => {
    let hasFailed = false
    for (const [failure, step] of Object.entries(steps)) {
      await named({ db }, `task ${failure}`, step).catch((error: unknown) => {
        hasFailed = true
        logFailure(log, failure, { err: error })
      })
    }
    clearTimeout(again)
    if (hasFailed && !isStopped && everyMs > againAfterMs) again = setTimeout(tick, againAfterMs)
  }
  const tick = () => {
    underWay ??= run().finally(() => (underWay = undefined))
  }
  tick()
  const timer = setInterval(tick, everyMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    clearTimeout(again)
    await underWay
  }
}
