import path from 'node:path'
import { processCpu, serverCpu } from '../../../../bench/src/stand/cpu.ts'
import { dayOf } from '../../model/days.ts'
import { type Mix, nextOperation, waitingForPayOut } from './generate.ts'
import type { Island } from './island.ts'
import { nextJump } from './jumps.ts'
import { Killing, type Target } from './killing.ts'
import { Breach, type Operation } from './operation.ts'
import { perform } from './perform.ts'
import { Choices } from '../../../../bench/src/seed/random.ts'
import type { Run } from './run.ts'
import { type Step, Steps } from './steps.ts'

export type Plan = {
  seed: number
  operations: number
  /** Operations of each island after which its own books are compared. */
  perRound: number
  /**
   * Rounds of each island, on average, between two stops of all, at which everything is compared. An island that waits
   * for work of a killed process does fewer, so that the others need not wait for it.
   */
  roundsPerStop: number
  /** Stops between two jumps of the clock; 0 means that the clock never jumps. */
  stopsPerJump: number
  mix: Mix
  /** The average number of operations between two kills of a process; 0 for none. */
  perKill: number
  /** What is killed; everything by default. */
  killed?: readonly Target[] | undefined
  /** No operation begins after this time, in milliseconds since 1970. */
  endsAt: number
}

export type Driven = {
  operations: number
  byVerb: Map<string, number>
  stops: number
  jumps: number
  kills: Record<string, number>
  seconds: number
  lastDay: string
  /** CPU milliseconds per operation by process, and the resident memory of this process in MiB. */
  cost: string
  /** Seconds of each part of the run. */
  spent: string
}

/** A breach, the island in which it was detected (null for all islands), and the steps before it. */
export class Found extends Error {
  readonly breach: Breach
  readonly island: Island | null
  readonly steps: Step[]
  readonly operations: number

  constructor(breach: Breach, island: Island | null, steps: Step[], operations: number) {
    super(breach.message)
    this.breach = breach
    this.island = island
    this.steps = steps
    this.operations = operations
  }
}

/**
 * Performs operations on all islands at once. Each island compares its own books now and then; at a stop of all islands
 * everything is compared.
 * @throws Found
 */
export async function drive(
  run: Run,
  plan: Plan,
  progress: (line: string) => void = () => {},
): Promise<Driven> {
  const started = performance.now()
  const choices = new Choices(plan.seed)
  const streams = run.islands.map((island) => new Choices(plan.seed * 1_000 + island.index + 1))
  const folder = run.scenario.system.place.folder
  const steps = run.islands.map(({ index }) => new Steps(path.join(folder, `steps-${index}.jsonl`)))
  const killing = new Killing(run.scenario.system, new Choices(plan.seed + 1), {
    every: plan.perKill,
    only: plan.killed,
  })
  const byVerb = new Map<string, number>()
  let [operations, stops, jumps] = [0, 0, 0]
  const one = async (island: Island, operation: Operation): Promise<void> => {
    steps[island.index]?.push({ operation })
    island.done += 1
    operations += 1
    byVerb.set(operation.verb, (byVerb.get(operation.verb) ?? 0) + 1)
    // A killed worker's jobs are taken up again after 45 s: before a stop nothing is killed, so that it need not wait.
    if (stopAt - operations > perStop / 2) killing.tick(operations)
    await perform(island, operation)
  }
  const isOver = () => operations >= plan.operations || Date.now() >= plan.endsAt
  // Printed, so that a long run shows what becomes slower.
  const spent = new Map<string, number>()
  const timed = async (part: string, work: () => Promise<unknown>): Promise<void> => {
    const since = performance.now()
    await work()
    spent.set(part, (spent.get(part) ?? 0) + (performance.now() - since) / 1_000)
  }
  const guarded = async (island: Island | null, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const breach = error instanceof Breach ? error : new Breach(String(error), error)
      throw new Found(breach, island, island ? (steps[island.index]?.all() ?? []) : [], operations)
    }
  }
  const everywhere = (work: (island: Island) => Promise<void>): Promise<unknown> =>
    Promise.all(run.islands.map((island) => guarded(island, () => work(island))))
  const perStop = plan.perRound * plan.roundsPerStop * run.islands.length
  let stopAt = 0
  const untilStop = async (island: Island): Promise<void> => {
    const stream = streams[island.index] ?? choices
    for (let n = 1; operations < stopAt && !isOver(); n += 1) {
      await one(island, nextOperation(island, stream, plan.mix))
      if (n % plan.perRound === 0) await run.check(island)
    }
  }

  try {
    while (!isOver()) {
      stopAt = operations + perStop
      await timed('operations', () =>
        everywhere(untilStop).catch(async (error: unknown) => {
          // The breach counts, and not that a process does not start in a run that ends.
          await killing.ended().catch(() => {})
          throw error
        }),
      )
      await timed('ends', () =>
        guarded(null, async () => {
          await killing.ended()
          await run.untilAllEnded()
        }),
      )
      await timed('comparison', () => guarded(null, () => run.compare()))
      stops += 1
      const seconds = Math.round((performance.now() - started) / 1000)
      progress(`${operations} operations, ${seconds} s, ${costOf(run, operations)}`)
      if (plan.stopsPerJump === 0 || stops % plan.stopsPerJump !== 0 || isOver()) continue
      await timed('audit', () => guarded(null, () => run.audit()))
      await timed('operations', () =>
        everywhere(async (island) => {
          for (const operation of waitingForPayOut(island)) await one(island, operation)
        }),
      )
      const jumpMs = nextJump(run.scenario.system.now(), jumps, choices)
      for (const row of steps) row.push({ jumpMs })
      await timed('jump', () => guarded(null, () => run.jump(jumpMs)))
      jumps += 1
      progress(`the clock is at ${dayOf(run.scenario.system.now())}; ${secondsOf(spent)}`)
    }
    await timed('audit', () => guarded(null, () => run.audit()))
  } finally {
    for (const row of steps) row.remove()
  }
  return {
    ...{ operations, byVerb, stops, jumps, kills: killing.kills },
    seconds: (performance.now() - started) / 1_000,
    lastDay: dayOf(run.scenario.system.now()),
    cost: costOf(run, operations),
    spent: secondsOf(spent),
  }
}

const secondsOf = (spent: ReadonlyMap<string, number>): string =>
  `seconds: ${[...spent].map(([part, seconds]) => `${part} ${seconds.toFixed(0)}`).join(', ')}`

/** The CPU milliseconds per operation so far, by process. */
function costOf({ scenario, postmaster }: Run, operations: number): string {
  const used = {
    ...scenario.system.cpu(),
    operator: scenario.operator.cpu(),
    run: processCpu(process.pid),
    postgresql: serverCpu(postmaster),
  }
  const all = Object.values(used).reduce((sum, us) => sum + us, 0)
  const each = (us: number) => (us / 1_000 / operations).toFixed(2)
  const parts = Object.entries(used).map(([name, us]) => `${name} ${each(us)}`)
  const memory = Math.round(process.memoryUsage.rss() / 2 ** 20)
  return `CPU ms an operation: ${each(all)} (${parts.join(', ')}), ${memory} MiB`
}
