import type { FundingRun } from '../funding-rounds.ts'
import { median } from './stats.ts'

const number = (value: number): string => Math.round(value).toLocaleString('en-US')

/** The medians over the rounds, of fundings spread over loans and of those on one loan. */
export function fundingTable(runs: readonly FundingRun[]): string[] {
  const lines = (['spread', 'hot'] as const).map((aim) => {
    const own = runs.filter((run) => run.aim === aim)
    const of = (pick: (run: FundingRun) => number, digits = 0) => median(own.map(pick)).toFixed(digits)
    const rates = own.map(({ rate }) => rate)
    const ratios = own.flatMap(({ ratio }) => ratio ?? [])
    const tpcb = own.flatMap((run) => run.tpcb ?? [])
    return `| ${[
      aim === 'spread' ? 'fundings, spread' : 'fundings, one hot loan',
      number(median(rates)),
      `${number(Math.min(...rates))}-${number(Math.max(...rates))}`,
      tpcb.length > 0 ? number(median(tpcb)) : '-',
      ratios.length > 0 ? `**${median(ratios).toFixed(2)}**` : '-',
      of(({ p50 }) => p50, 1),
      of(({ p99 }) => p99, 1),
      of(({ nodeCpu }) => nodeCpu),
      of(({ postgresCpu }) => postgresCpu),
      of(({ loadCpu }) => loadCpu),
      of(({ busyCores }) => busyCores ?? 0, 1),
      own.reduce((sum, run) => sum + run.failures, 0),
    ].join(' | ')} |`
  })
  return [
    '| | fundings/s | range | TPC-B tps | ratio | p50 ms | p99 ms | CPU node us | CPU PostgreSQL us | CPU load us | busy cores | not 200 |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ]
}
