import { type BenchResult, type FundingLine, fundingLines, type LedgerLine, ledgerLines } from './result.ts'

export function toMarkdown(result: BenchResult, plotFile: string): string {
  const { machine, options } = result
  const lines = [
    `# Bench of ${result.takenAt}`,
    '',
    options.quick ? '**A smoke run: its figures mean nothing.**\n' : '',
    `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB; ${machine.kernel}; ${machine.fileSystem}.`,
    `Node ${machine.node}, ${machine.postgres}. Load average of the minute before: ${machine.loadBefore}. Commit ${result.commit}.`,
    `${options.rounds} interleaved rounds of ${options.seconds} s, ${options.clients} clients, ${options.lenders} lenders, ${options.loans} loans;` +
      ` TPC-B by ${result.pgbench ?? 'nobody'}, scale ${options.pgbenchScale}, prepared, 16 clients, ${options.pgbenchSeconds} s right before and right after each load.`,
    'Load, HTTP process and PostgreSQL share the machine. No worker runs.',
    ...result.skipped.map((why) => `- Left out: ${why}.`),
    '',
    `![rates](${plotFile})`,
    '',
    ...section('Fundings over HTTP', fundingTable(fundingLines(result.fundings))),
    ...section('Ledger transfers', ledgerTable(ledgerLines(result.ledger))),
    ...section(
      'Fundings over HTTP, 1 ms added to each fsync',
      fundingTable(fundingLines(result.slow.fundings)),
    ),
    ...section('Ledger transfers, 1 ms added to each fsync', ledgerTable(ledgerLines(result.slow.ledger))),
  ]
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

const section = (title: string, table: string[]): string[] =>
  table.length === 0 ? [] : [`## ${title}`, '', ...table, '']

const number = (value: number): string => Math.round(value).toLocaleString('en-US')
const times = (ratio: number | null): string => (ratio === null ? '-' : `**${ratio.toFixed(2)}**`)
const range = (rates: readonly number[]): string =>
  `${number(Math.min(...rates))}-${number(Math.max(...rates))}`

function fundingTable(lines: readonly FundingLine[]): string[] {
  if (lines.length === 0) return []
  return [
    '| | fundings/s | range | TPC-B tps | ratio | p50 ms | p99 ms | CPU node us | CPU PostgreSQL us | CPU load us | busy cores | not 200 |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines.map(
      (line) =>
        `| ${line.what} | ${number(line.rate)} | ${range(line.rates)} | ${line.tpcb === null ? '-' : number(line.tpcb)} | ${times(line.ratio)} | ` +
        `${line.p50.toFixed(1)} | ${line.p99.toFixed(1)} | ${number(line.nodeCpu)} | ${number(line.postgresCpu)} | ${number(line.loadCpu)} | ${line.busyCores.toFixed(1)} | ${line.failures} |`,
    ),
  ]
}

function ledgerTable(lines: readonly LedgerLine[]): string[] {
  if (lines.length === 0) return []
  return [
    '| accounts | | transfers/s | range | ratio to pgledger | p50 ms | p99 ms | CPU PostgreSQL us | CPU node us | pgledger takes |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines.map(
      (line) =>
        `| ${line.spread === 'hot' ? 'ten' : 'all'} | ${line.what} | ${number(line.rate)} | ${range(line.rates)} | ${times(line.ratio)} | ` +
        `${line.p50.toFixed(1)} | ${line.p99.toFixed(1)} | ${number(line.postgresCpu)} | ${number(line.nodeCpu)} | ${line.cpuRatio === null ? '-' : `${line.cpuRatio.toFixed(2)} x`} |`,
    ),
  ]
}
