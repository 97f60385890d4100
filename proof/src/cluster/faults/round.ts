import { setTimeout as sleep } from 'node:timers/promises'
import type { FundingRequest } from '../../../../bench/src/load/plan.ts'
import { copyAnew, leaderOf, membersOf, untilWhole } from '../patroni.ts'
import type { ClusterState } from '../state.ts'
import type { FaultKind } from './fault-kind.ts'
import type { LoadTally } from './calls.ts'
import { type Acknowledgement, Load } from './load.ts'
import { longestGap, untilSuccess } from './outage.ts'

export type RoundOptions = {
  state: ClusterState
  kind: FaultKind
  random: () => number
  lenders: readonly { lenderId: number; token: string }[]
  requests: readonly FundingRequest[]
  log: string
}

export type Round = {
  kind: string
  acknowledgements: readonly Acknowledgement[]
  tally: LoadTally
  used: number
  /** Longest time without a success for any client since the fault, milliseconds. */
  outageMs: number
  /** Milliseconds until requests succeeded again after the fault was repaired; null if they did not within a minute. */
  backMs: number | null
  /** Seconds until every node took part in the cluster again; null if one had to be copied again from the primary. */
  wholeSeconds: number | null
  /** Why the result of the round does not count; such a round fails. */
  fault: string | null
}

const clients = 16
const warmUpMs = 2_000
const afterMs = 2_500

/** Breaks one part under load, repairs it, and waits until all nodes take part in the cluster again. */
export async function runRound({
  state,
  kind,
  random,
  lenders,
  requests,
  log,
}: RoundOptions): Promise<Round> {
  const members = await untilWhole(state, 60)
  if (members === null) throw new Error(`the cluster is not whole before the fault "${kind.name}"`)
  const load = new Load({ host: state.layout.router.address, clients, lenders, requests, log })
  await sleep(warmUpMs + random() * 1_000)
  const since = performance.now()
  const mend = await kind.cause({ state, members, random })
  await sleep(kind.lasts * 1000)
  await mend()
  const gone = performance.now()
  const back = await untilSuccess(load, gone)
  await sleep(afterMs)
  const until = performance.now()
  await load.stop()
  const { acknowledged: acknowledgements, successes, tally } = load
  return {
    kind: kind.name,
    acknowledgements,
    tally,
    used: load.used,
    outageMs: longestGap(successes, since, until),
    backMs: back,
    wholeSeconds: await untilAllTakePart(state),
    fault: load.usedUp ? 'the prepared requests were used up' : null,
  }
}

/**
 * Waits until every node takes part again. One that does not recover by itself is copied from the primary, as the
 * pages for operators say.
 */
export async function untilAllTakePart(state: ClusterState): Promise<number | null> {
  const started = performance.now()
  if ((await untilWhole(state, 60)) !== null) return (performance.now() - started) / 1000
  const members = await membersOf(state)
  const primaryTimeline = leaderOf(members)?.timeline
  for (const { name, role, state: doing, timeline } of members) {
    const runs = doing === 'running' || doing === 'streaming'
    if (role !== 'leader' && (!runs || timeline !== primaryTimeline))
      await copyAnew(state, name).catch(() => {})
  }
  if ((await untilWhole(state, 300)) === null) throw new Error('the cluster did not become whole again')
  return null
}
