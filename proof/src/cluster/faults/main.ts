import { randomInt } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { resultFile } from '../../../../bench/src/report/write.ts'
import { thisRelease } from '../../../../server/testing/released/checkout.ts'
import type { ClusterState } from '../state.ts'
import { Fixture } from './fixture.ts'
import { restoreKept } from './kept-database.ts'
import { faultKinds } from './kinds.ts'
import type { FaultKind } from './fault-kind.ts'
import {
  addRound,
  isGood,
  nextMissing,
  readEarlierDays,
  readRounds,
  type RecordedRound,
  type UpdateRecord,
} from './record.ts'
import { recover } from './recover.ts'
import { describeStand, pageOf, type Stand } from './report.ts'
import { OlderVersion, updateFault, updateKind } from './rolling-update.ts'
import { type Round, runRound, untilAllTakePart } from './round.ts'
import { generator } from '../../../../server/testing/faults.ts'
import { judge, type Verdict } from './verdict.ts'

export type FaultOptions = {
  short: boolean
  /** All rounds that were not made yet, on this day or an earlier one. */
  all: boolean
  only?: string
  rounds: string
  /** No round begins after so many minutes. */
  minutes?: string
  seed?: string
  /** The commit of the older version of a rolling update. */
  from?: string
  name: string
}

const shortKinds = ['switchover', 'kill', 'freeze']
/** The number of requests that must be ready for a round, more than its load needs on an idle machine. */
const requestsOfRound = (kind: FaultKind): number => 450 * ((kind.takes ?? 0) + kind.lasts + 14)

/**
 * Breaks one part after the other under load; each finished round is added to those of the day.
 * @returns 0 if in these rounds nothing acknowledged was lost or doubled, the books are consistent, nobody saw an error and
 *   the service recovered; otherwise 1
 */
export async function runFaults(state: ClusterState, options: FaultOptions): Promise<number> {
  const file = resultFile(options.name)
  const planned = plan(options, () => [...readEarlierDays(file), ...readRounds(file)])
  const end = performance.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000
  const stand = await describeStand(state)
  await recover(state)
  await untilAllTakePart(state)
  await restoreKept(state)
  const fixture = await Fixture.open(state)
  let good = true
  let made = 0
  try {
    for (const kind of planned) {
      if (performance.now() > end) break
      const seed = options.seed === undefined ? randomInt(2 ** 31) : Number(options.seed) + made
      made += 1
      console.log(`${kind.name}: ${kind.words}`)
      const round = await recordRound({ state, fixture, stand, kind, seed, from: options.from })
      good &&= isGood(round)
      addRound(file, round, pageOf)
      console.log(`  ${describe(round)}`)
    }
  } finally {
    await fixture.close()
    if (made > 0) console.log(`Added to ${path.relative(process.cwd(), file)}.json and .md`)
  }
  return good ? 0 : 1
}

function* plan(
  { short, all, only, rounds }: FaultOptions,
  roundsSoFar: () => readonly RecordedRound[],
): Generator<FaultKind> {
  const kinds = named(only?.split(',') ?? (short ? shortKinds : faultKinds.map(({ name }) => name)))
  if (all) {
    for (let kind = nextMissing(kinds, roundsSoFar()); kind; kind = nextMissing(kinds, roundsSoFar()))
      yield kind
    return
  }
  for (let round = 0; round < Math.max(1, Number(rounds) || 1); round += 1) yield* kinds
}

function named(names: readonly string[]): FaultKind[] {
  return names.map((name) => {
    const kind = faultKinds.find((one) => one.name === name)
    if (!kind)
      throw new Error(`There is no fault ${name}; there are ${faultKinds.map((one) => one.name).join(', ')}.`)
    return kind
  })
}

type RoundPlan = {
  state: ClusterState
  fixture: Fixture
  stand: Stand
  kind: FaultKind
  seed: number
  from: string | undefined
}

async function recordRound(round: RoundPlan): Promise<RecordedRound> {
  if (round.kind.name === updateKind.name) return recordUpdate(round)
  const { state, fixture, kind, seed } = round
  const started = performance.now()
  const requests = await fixture.prepare(requestsOfRound(kind))
  const { lenders } = fixture.seed
  const done = await runRound({ state, kind, random: generator(seed), lenders, requests, log: fixture.log })
  fixture.keep(requests.slice(done.used))
  const verdict = await judge(fixture.context, fixture.acknowledgements())
  return recorded(round, done, { ...verdict, ...fixture.sinceLast(verdict) }, started)
}

/** A round in a database of its own, which an older version made. */
async function recordUpdate(planned: RoundPlan): Promise<RecordedRound> {
  const { state, kind, seed, from } = planned
  const started = performance.now()
  try {
    const older = await OlderVersion.start(state, from)
    const update: UpdateRecord = older.newRecord((await thisRelease()).commit)
    try {
      const requests = await older.prepare(requestsOfRound(kind))
      const cause = async () => {
        await older.update(update)
        return async () => {}
      }
      const round = await runRound({
        state,
        kind: { ...kind, cause },
        random: generator(seed),
        lenders: older.lenders,
        requests,
        log: path.join(state.folder, `update-${Date.now()}.jsonl`),
      })
      const verdict = await older.judge(round.acknowledgements)
      const { fault, tally } = round
      tally.surprises.push(...update.surprises)
      return {
        ...recorded(planned, { ...round, fault: fault ?? updateFault(update) }, verdict, started),
        update,
      }
    } finally {
      await older.close()
    }
  } finally {
    await restoreKept(state)
  }
}

function recorded(
  { seed, stand }: RoundPlan,
  { acknowledgements, tally, ...rest }: Round,
  { lost, doubled, breaches }: Pick<Verdict, 'lost' | 'doubled' | 'breaches'>,
  started: number,
): RecordedRound {
  const { used: _used, ...seen } = rest
  return {
    at: new Date().toISOString(),
    ...seen,
    seed,
    ...stand,
    load: os.loadavg()[0] ?? 0,
    seconds: (performance.now() - started) / 1000,
    acknowledged: acknowledgements.length,
    lost,
    doubled,
    breaches,
    answers: tally.answers,
    surprises: tally.surprises.slice(0, 3),
    withoutRetryAfter: tally.withoutRetryAfter,
    unanswered: tally.unanswered,
  }
}

function describe(one: RecordedRound): string {
  return (
    `${isGood(one) ? 'good' : 'NOT GOOD'}: ${one.acknowledged} acknowledged, ${one.lost} lost, ${one.doubled} doubled, ` +
    `outage ${(one.outageMs / 1000).toFixed(1)} s, back ${one.backMs === null ? 'not within a minute' : `${(one.backMs / 1000).toFixed(1)} s`} after the cause, ` +
    `whole ${one.wholeSeconds === null ? 'only when a node was copied anew' : `${one.wholeSeconds.toFixed(0)} s later`}; ` +
    `answers ${JSON.stringify(one.answers)}; took ${one.seconds.toFixed(0)} s` +
    [...one.breaches, ...one.surprises, ...(one.fault ? [one.fault] : [])]
      .map((line) => `\n    ${line}`)
      .join('')
  )
}
