import type { FundingRun } from '../funding-rounds.ts'
import { type LedgerRun, roads, type Spread, spreads } from '../ledger-rounds.ts'
import type { BenchOptions } from '../options.ts'
import type { Machine } from '../stand/machine.ts'
import { median } from './stats.ts'

/** The complete result of a bench run, as written to the JSON file. */
export type BenchResult = {
  takenAt: string
  machine: Machine
  commit: string
  options: Omit<BenchOptions, 'only' | 'pgledger'> & { only: string[] }
  pgbench: string | null
  /** The skipped parts, with the reasons. */
  skipped: string[]
  fundings: FundingRun[]
  ledger: LedgerRun[]
  slow: { fundings: FundingRun[]; ledger: LedgerRun[] }
}

/** One line of the table: medians over the rounds. */
export type FundingLine = {
  what: string
  rates: number[]
  rate: number
  tpcb: number | null
  ratio: number | null
  p50: number
  p99: number
  nodeCpu: number
  postgresCpu: number
  loadCpu: number
  busyCores: number
  failures: number
}

export function fundingLines(runs: readonly FundingRun[]): FundingLine[] {
  return (['spread', 'hot'] as const).flatMap((aim) => {
    const own = runs.filter((run) => run.aim === aim)
    if (own.length === 0) return []
    const of = (pick: (run: FundingRun) => number) => median(own.map(pick))
    const ratios = own.flatMap(({ ratio }) => ratio ?? [])
    const tpcb = own.flatMap((run) => run.tpcb ?? [])
    return {
      what: aim === 'spread' ? 'fundings, spread' : 'fundings, one hot loan',
      rates: own.map(({ rate }) => rate),
      rate: of(({ rate }) => rate),
      tpcb: tpcb.length > 0 ? median(tpcb) : null,
      ratio: ratios.length > 0 ? median(ratios) : null,
      p50: of(({ p50 }) => p50),
      p99: of(({ p99 }) => p99),
      nodeCpu: of(({ nodeCpu }) => nodeCpu),
      postgresCpu: of(({ postgresCpu }) => postgresCpu),
      loadCpu: of(({ loadCpu }) => loadCpu),
      busyCores: of(({ busyCores }) => busyCores ?? 0),
      failures: own.reduce((sum, run) => sum + run.failures, 0),
    }
  })
}

export type LedgerLine = {
  what: string
  spread: Spread
  rates: number[]
  rate: number
  /** Median over the rounds of this variant's rate relative to pgledger_create_transfer in the same round. */
  ratio: number | null
  p50: number
  p99: number
  postgresCpu: number
  nodeCpu: number
  /** Median over the rounds of pgledger_create_transfer's CPU, of PostgreSQL and node, relative to this variant's. */
  cpuRatio: number | null
}

const cpuOf = ({ postgresCpu, nodeCpu }: LedgerRun): number => postgresCpu + nodeCpu

export function ledgerLines(runs: readonly LedgerRun[]): LedgerLine[] {
  return spreads.flatMap((spread) =>
    roads.flatMap((road) => {
      const own = runs.filter((run) => run.road === road && run.spread === spread)
      if (own.length === 0) return []
      const besidePgledger = (ratioOf: (run: LedgerRun, pgledger: LedgerRun) => number) => {
        const ratios = own.flatMap((run) => {
          const other = runs.find(
            (one) =>
              one.road === 'pgledger_create_transfer' && one.spread === spread && one.round === run.round,
          )
          return other ? ratioOf(run, other) : []
        })
        return ratios.length > 0 ? median(ratios) : null
      }
      return {
        what: road,
        spread,
        rates: own.map(({ rate }) => rate),
        rate: median(own.map(({ rate }) => rate)),
        ratio: besidePgledger((run, other) => run.rate / other.rate),
        p50: median(own.map(({ p50 }) => p50)),
        p99: median(own.map(({ p99 }) => p99)),
        postgresCpu: median(own.map(({ postgresCpu }) => postgresCpu)),
        nodeCpu: median(own.map(({ nodeCpu }) => nodeCpu)),
        cpuRatio: besidePgledger((run, other) => cpuOf(other) / cpuOf(run)),
      }
    }),
  )
}
