import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadTally } from '../cluster/faults/calls.ts'
import { longestGap, untilSuccess } from '../cluster/faults/outage.ts'
import type { FaultKind } from './kinds.ts'
import { Load } from './load.ts'
import type { Stand } from './stand.ts'
import { unsettled } from './verdict.ts'

export type Round = {
  kind: string
  acknowledged: number
  tally: LoadTally
  /** Longest time without a success for any client since the fault, milliseconds. */
  outageMs: number
  /** Milliseconds until requests succeeded again after the fault was repaired; null if they did not within a minute. */
  backMs: number | null
  /** Seconds after the end of the load until every signed funding was settled; null if that took longer than two minutes. */
  settledSeconds: number | null
  /** The number of processes that `npm start` had to start again. */
  restarts: number
  /** Whether `npm start` itself still runs. */
  isUp: boolean
  signed: number
  /** What happened while it was broken, e.g. how many packets were lost. */
  note: string
  amount: number
}

const warmUpMs = 4_000
const afterMs = 4_000
const settledWithinMs = 120_000

/** Breaks one part under load, repairs it, and waits until what was signed is settled. */
export async function runRound(stand: Stand, kind: FaultKind, firstAmount: number): Promise<Round> {
  const { product, people, log, db } = stand
  const from = product.said.length
  const load = new Load({ origin: product.origin, people, log, firstAmount })
  await sleep(warmUpMs)
  if (load.successes.length === 0)
    throw new Error(`nothing succeeds before the fault: ${load.calls.tally.surprises[0]}`)
  const since = performance.now()
  const mend = await kind.cause(stand)
  await sleep(Math.max(0, kind.lasts * 1000 - (performance.now() - since)))
  const note = (await mend()) ?? ''
  const gone = performance.now()
  const backMs = await untilSuccess(load, gone)
  await sleep(afterMs)
  const until = performance.now()
  await load.stop()
  return {
    kind: kind.name,
    acknowledged: load.acknowledged,
    tally: load.calls.tally,
    outageMs: longestGap(load.successes, since, until),
    backMs,
    settledSeconds: await untilSettled(db, load.signed),
    restarts: product.said.slice(from).filter((line) => /is started again/.test(line)).length,
    isUp: product.isUp,
    amount: load.amount,
    signed: load.signed.length,
    note,
  }
}

async function untilSettled(db: Stand['db'], signed: readonly string[]): Promise<number | null> {
  const started = performance.now()
  while (performance.now() - started < settledWithinMs) {
    const left = await unsettled(db, signed).catch(() => null)
    if (left?.length === 0) return (performance.now() - started) / 1000
    await sleep(500)
  }
  return null
}
