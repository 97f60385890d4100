import { randomInt } from 'node:crypto'
import type { ClusterState } from '../state.ts'
import { Fixture } from './fixture.ts'
import { type FaultKind, faultKinds } from './kinds.ts'
import { isGood, type JudgedRound, report, writeReport } from './report.ts'
import { runRound } from './round.ts'
import { generator } from '../../../server/testing/faults.ts'
import { judge } from './verdict.ts'

export type FaultOptions = { short: boolean; only?: string; rounds: string; seed?: string; name: string }

const shortKinds = ['switchover', 'kill', 'freeze']
/** The number of prepared requests for a round, more than the load of the longest round needs. */
const requestsOfRound = (kind: FaultKind): number => 12_000 + 500 * kind.lasts

/**
 * Breaks one part after the other under load, and writes a report.
 * @returns 0 if nothing acknowledged was lost or doubled, the books are consistent, nobody saw an error and the
 *   service recovered; otherwise 1
 */
export async function runFaults(state: ClusterState, options: FaultOptions): Promise<number> {
  const kinds = chosen(options)
  const rounds = Math.max(1, Number(options.rounds) || 1)
  const seed = options.seed === undefined ? randomInt(2 ** 31) : Number(options.seed)
  const random = generator(seed)
  const fixture = await Fixture.open(state)
  const judged: JudgedRound[] = []
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of kinds) {
        console.log(`${kind.name}, round ${round}: ${kind.words}`)
        const requests = await fixture.prepare(requestsOfRound(kind))
        const { lenders } = fixture.seed
        const result = await runRound({ state, kind, random, lenders, requests, log: fixture.log })
        const verdict = await judge(fixture.context, fixture.acknowledgements())
        judged.push({ ...result, round, verdict })
        console.log(`  ${describe(judged.at(-1))}`)
      }
    }
  } finally {
    await fixture.close()
    if (judged.length > 0)
      console.log(`Written to ${writeReport(await report(state, judged, seed), options.name)}`)
  }
  return judged.every(isGood) ? 0 : 1
}

function chosen({ short, only }: FaultOptions): FaultKind[] {
  const names = only?.split(',') ?? (short ? shortKinds : faultKinds.map(({ name }) => name))
  return names.map((name) => {
    const kind = faultKinds.find((one) => one.name === name)
    if (!kind)
      throw new Error(`There is no fault ${name}; there are ${faultKinds.map((one) => one.name).join(', ')}.`)
    return kind
  })
}

function describe(one: JudgedRound | undefined): string {
  if (!one) return ''
  const { verdict, outageMs, tally } = one
  return (
    `${isGood(one) ? 'good' : 'NOT GOOD'}: ${one.acknowledgements.length} acknowledged, ${verdict.lost} lost, ${verdict.doubled} doubled, ` +
    `outage ${(outageMs / 1000).toFixed(1)} s, back ${one.backMs === null ? 'not within a minute' : `${(one.backMs / 1000).toFixed(1)} s`} after the cause, ` +
    `whole ${one.wholeSeconds === null ? 'only when a node was copied anew' : `${one.wholeSeconds.toFixed(0)} s later`}; answers ${JSON.stringify(tally.answers)}` +
    [...verdict.breaches, ...tally.surprises.slice(0, 3), ...(one.fault ? [one.fault] : [])]
      .map((line) => `\n    ${line}`)
      .join('')
  )
}
