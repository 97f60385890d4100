import { processCpu, serverCpu } from '../../stand/cpu.ts'
import { dayOf } from '../model/days.ts'
import { parts, type System } from '../system/system.ts'
import { nextOperation, waitingForPayOut } from './generate.ts'
import type { Island } from './island.ts'
import { Breach, type Operation } from './operation.ts'
import { perform } from './perform.ts'
import { Choices } from './random.ts'
import type { Run } from './run.ts'

/** A step of an island that can be replayed: an operation, or a jump of the clock. */
export type Step = { operation: Operation } | { jumpMs: number }

export type Plan = {
  seed: number
  operations: number
  /** Operations of each island between two stops, at which everything is compared. */
  perRound: number
  /** Number of stops between two jumps of the clock; 0 means that the clock never jumps. */
  roundsPerJump: number
  /** Whether cheap operations are drawn less often. */
  isDense: boolean
  /** Whether processes are killed during the run. */
  kills: boolean
  /** No round begins after this time, in milliseconds since 1970. */
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

const dayMs = 24 * 3_600_000

/**
 * Milliseconds until five minutes after midnight in Jakarta, at least a day: of tomorrow or the day after, of the next
 * month's first day, of the next 29 February, or of a day within four weeks.
 */
function nextJump(system: System, choices: Choices): number {
  const now = system.now()
  const today = dayOf(now)
  const midnight = (day: string) => Date.parse(`${day}T00:05:00+07:00`)
  const [year = 0, month = 1] = today.split('-').map(Number)
  const monthEnd = dayOf(Date.UTC(month === 12 ? year + 1 : year, month === 12 ? 0 : month, 1))
  const leap = Math.ceil((today > `${year}-02-28` ? year + 1 : year) / 4) * 4
  const target = choices.weighted([
    [4, midnight(dayOf(now + dayMs))],
    [3, midnight(monthEnd)],
    [3, midnight(dayOf(now + (3 + choices.below(25)) * dayMs))],
    [1, midnight(`${leap}-02-29`)],
  ])
  const ms = target - now
  // A second leap day would be after the end of the loans' offers.
  if (ms > 500 * dayMs) return dayMs
  // After each jump all agreements must be outdated, which takes a day.
  return ms < dayMs ? ms + dayMs : ms
}

/**
 * Performs operations on all islands at once, with stops at which everything is compared.
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
  const steps = run.islands.map((): Step[] => [])
  const driven: Driven = {
    ...{ operations: 0, byVerb: new Map(), stops: 0, jumps: 0, kills: {}, seconds: 0 },
    lastDay: dayOf(run.scenario.system.now()),
  }
  const one = async (island: Island, operation: Operation): Promise<void> => {
    steps[island.index]?.push({ operation })
    island.done += 1
    driven.operations += 1
    driven.byVerb.set(operation.verb, (driven.byVerb.get(operation.verb) ?? 0) + 1)
    await perform(island, operation)
  }
  const isOver = () => driven.operations >= plan.operations || Date.now() >= plan.endsAt
  const guarded = async (island: Island | null, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const breach = error instanceof Breach ? error : new Breach(String(error), error)
      throw new Found(breach, island, [...(steps[island?.index ?? 0] ?? [])], driven.operations)
    }
  }
  const everywhere = (work: (island: Island) => Promise<void>): Promise<unknown> =>
    Promise.all(run.islands.map((island) => guarded(island, () => work(island))))

  while (!isOver()) {
    const chaos = plan.kills ? startKilling(run.scenario.system, driven.kills, choices.below(1e9)) : null
    try {
      await everywhere(async (island) => {
        const stream = streams[island.index] ?? choices
        for (let n = 0; n < plan.perRound && !isOver(); n += 1)
          await one(island, nextOperation(island, stream, plan.isDense))
      })
    } finally {
      await chaos?.()
    }
    await guarded(null, () => run.stop())
    driven.stops += 1
    progress(
      `${driven.operations} operations, ${Math.round((performance.now() - started) / 1000)} s, CPU ms an operation: ${costOf(run, driven.operations)}`,
    )
    if (plan.roundsPerJump > 0 && driven.stops % plan.roundsPerJump === 0 && !isOver()) {
      await guarded(null, () => run.audit())
      await everywhere(async (island) => {
        for (const operation of waitingForPayOut(island)) await one(island, operation)
      })
      const jumpMs = nextJump(run.scenario.system, choices)
      for (const row of steps) row.push({ jumpMs })
      await guarded(null, () => run.jump(jumpMs))
      driven.jumps += 1
      progress(`the clock is at ${dayOf(run.scenario.system.now())}`)
    }
  }
  await guarded(null, () => run.audit())
  return {
    ...driven,
    seconds: (performance.now() - started) / 1_000,
    lastDay: dayOf(run.scenario.system.now()),
  }
}

/** The CPU milliseconds per operation so far, by process. */
function costOf({ scenario, postmaster }: Run, operations: number): string {
  const used = {
    ...scenario.system.cpu(),
    operator: processCpu(scenario.operator.pid),
    run: processCpu(process.pid),
    postgresql: serverCpu(postmaster),
  }
  return Object.entries(used)
    .map(([name, us]) => `${name} ${(us / 1_000 / operations).toFixed(2)}`)
    .join(', ')
}

/**
 * Kills one process after the other until it is stopped.
 * @returns a function that stops it and waits until the killed processes run again
 */
function startKilling(system: System, kills: Record<string, number>, seed: number): () => Promise<void> {
  const choices = new Choices(seed)
  let stopped = false
  const stop = new AbortController()
  const work = (async () => {
    // The wait grows with the start time of a process, so that on a slow machine too all processes run most of the
    // time.
    for (let startMs = 0; !stopped; ) {
      await pause(1_500 + choices.below(4_000) + 3 * startMs, stop.signal)
      if (stopped) return
      const killed = performance.now()
      const part = choices.one([...parts, 'database'] as const) ?? 'http'
      kills[part] = (kills[part] ?? 0) + 1
      if (part === 'database') await system.crashDatabase().catch(() => {})
      else await system.kill(part)
      startMs = performance.now() - killed
    }
  })()
  return async () => {
    stopped = true
    stop.abort()
    await work
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
