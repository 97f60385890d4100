import { named, type WithFailPoints } from '../fail-points.ts'
import { logFailure } from '../log/log-failure.ts'
import type { WorkerLog } from './worker.ts'

/** A task that the worker does at once and then every `everyMs`. */
export type Repeat = {
  /** What it does, as in `closing past days`; the log says that this failed. */
  name: string
  everyMs: number
  /** Set for tasks that take turns with the others of the same interval, in the order of the districts. */
  inTurn?: true
  run: () => Promise<unknown>
}
type Step = Pick<Repeat, 'name' | 'run'>
type RepeatContext = WithFailPoints & { log: Pick<WorkerLog, 'error'> }

/** Milliseconds after which failed steps run again: a short absence of the database need not delay them for long. */
const againAfterMs = 30_000

/**
 * Starts recurring tasks.
 * @returns a function that stops them and waits for those that are running
 */
export function startRepeats(context: RepeatContext, repeats: readonly Repeat[]): () => Promise<void> {
  const alone = repeats.filter(({ inTurn }) => !inTurn)
  const turns = Map.groupBy(
    repeats.filter(({ inTurn }) => inTurn),
    ({ everyMs }) => everyMs,
  )
  const stops = [
    ...alone.map((one) => repeat(context, one.everyMs, [one])),
    ...[...turns].map(([everyMs, steps]) => repeat(context, everyMs, steps)),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/**
 * Runs steps one after the other, immediately and then every `everyMs`, and never concurrently. A step that fails is
 * logged; all steps run again after half a minute, or earlier where their time comes.
 * @returns a function that stops the repetition and waits for the current run
 */
export function repeat(
  { db, log }: RepeatContext,
  everyMs: number,
  steps: readonly Step[],
): () => Promise<void> {
  let underWay: Promise<void> | undefined
  let again: NodeJS.Timeout | undefined
  let isStopped = false
  const run = async () => {
    let hasFailed = false
    for (const step of steps) {
      const failure = `${step.name} failed`
      await named({ db }, `task ${failure}`, step.run).catch((error: unknown) => {
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
