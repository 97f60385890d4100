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
  /**
   * Set for checks of what the other tasks keep in order: after an outage, which may have lasted days, these run first, so
   * that what they are about to catch up with is not reported as wrong.
   */
  afterOthers?: true
  run: () => Promise<unknown>
}
type Step = Pick<Repeat, 'name' | 'run'>
type RepeatContext = WithFailPoints & { log: Pick<WorkerLog, 'error'> }

/** Milliseconds after which failed steps run again: a short absence of the database need not delay them for long. */
const againAfterMs = 30_000

/** Milliseconds without a check from which on it is one after an outage. */
const outageMs = 300_000

/** A task that is repeated, which `runNow` does once more from the beginning. */
type Running = { runNow(): Promise<void>; stop(): Promise<void> }

/**
 * Starts recurring tasks.
 * @param besides what else has to run before a check after an outage
 * @returns a function that stops them and waits for those that are running
 */
export function startRepeats(
  context: RepeatContext,
  repeats: readonly Repeat[],
  besides: readonly Pick<Running, 'runNow'>[] = [],
): () => Promise<void> {
  const alone = repeats.filter(({ inTurn, afterOthers }) => !inTurn && !afterOthers)
  const turns = Map.groupBy(
    repeats.filter(({ inTurn }) => inTurn),
    ({ everyMs }) => everyMs,
  )
  const others = [
    ...alone.map((one) => repeat(context, one.everyMs, [one])),
    ...[...turns].map(([everyMs, steps]) => repeat(context, everyMs, steps)),
  ]
  const checks = repeats.filter(({ afterOthers }) => afterOthers)
  const running = [
    ...others,
    ...checks.map((check) => repeat(context, check.everyMs, [afterOutages(check, [...others, ...besides])])),
  ]
  return async () => {
    await Promise.all(running.map((one) => one.stop()))
  }
}

/** A check before which the others run, if it is the first or none has ended for long. */
function afterOutages({ name, run }: Step, others: readonly Pick<Running, 'runNow'>[]): Step {
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    name,
    async run() {
      if (Date.now() - lastAt > outageMs) await Promise.all(others.map((other) => other.runNow()))
      await run()
      lastAt = Date.now()
    },
  }
}

/**
 * Runs steps one after the other, immediately and then every `everyMs`, and never concurrently. A step that fails is
 * logged; all steps run again after half a minute, or earlier where their time comes.
 * @returns what stops the repetition and waits for the current run
 */
export function repeat({ db, log }: RepeatContext, everyMs: number, steps: readonly Step[]): Running {
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
  return {
    async runNow() {
      await underWay
      if (isStopped) return
      tick()
      await underWay
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(again)
      await underWay
    },
  }
}
