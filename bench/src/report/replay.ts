import type { Agreement, Group } from '../../../scripts/make-sample/agreement.ts'
import type { Machine } from '../stand/machine.ts'
import { writePage } from './write.ts'

/** The result of a replay: what it did, its cost, and the comparison. */
export type ReplayResult = {
  takenAt: string
  machine: Machine
  commit: string
  lenders: number
  loans: number
  /** Steps of loan histories: payments, settlements, write-offs. */
  steps: number
  refused: { loanNumber: string; reason: string }[]
  seconds: number
  /** Peak memory of this process in MiB. */
  memoryMiB: number
  cpuSeconds: { node: number; postgres: number }
  /** Row counts by table, and the size of the database in MiB. */
  size: Record<string, number>
  auditSeconds: number
  agreements: ReadonlyMap<Group, Agreement>
}

/**
 * Writes the result.
 * @returns its path
 */
export const writeReplay = (result: ReplayResult): string =>
  writePage('replay', replayText(result), result.takenAt)

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const minutes = (seconds: number): string => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

export function replayText(result: ReplayResult): string {
  const { machine, loans, steps, seconds, cpuSeconds, size } = result
  const { databaseMiB = 0, ...rows } = size
  const all = [...result.agreements.values()]
  const sum = (of: (one: Agreement) => number) => all.reduce((total, one) => total + of(one), 0)
  return [
    `# Replay of ${result.takenAt}`,
    '',
    `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB; ${machine.kernel}; ${machine.fileSystem}.`,
    `Node ${machine.node}, ${machine.postgres}. Load average of the minute before: ${machine.loadBefore}. Commit ${result.commit}.`,
    `${whole(loans)} loans of the LendingClub file, ${result.lenders} lenders, two to four of them to a loan.`,
    '',
    '| | |',
    '| --- | ---: |',
    `| time | ${minutes(seconds)} |`,
    `| steps of lives (payments, settlements, write-offs) | ${whole(steps)} |`,
    `| steps a second | ${whole(steps / seconds)} |`,
    `| CPU, this process | ${whole(cpuSeconds.node)} s |`,
    `| CPU, PostgreSQL | ${whole(cpuSeconds.postgres)} s |`,
    `| memory of this process, at most | ${whole(result.memoryMiB)} MiB |`,
    `| database | ${whole(databaseMiB)} MiB |`,
    ...Object.entries(rows).map(([table, count]) => `| rows of ${table} | ${whole(count)} |`),
    `| refused | ${result.refused.length} |`,
    `| the audit of the books: whole | ${whole(result.auditSeconds)} s |`,
    '',
    '## The books beside the file',
    '',
    'Numbers of loans whose figure is that of the file, and sums in rupiah of the books and of the file.',
    '',
    '| | loans | installment to 5 cents | principal to a dollar | with interest to a dollar | interest to 0.1% | to 1% | late fee to the rupiah | recovered to the rupiah |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...result.agreements].map(([group, one]) => tableRow(group, one)),
    `| **all** | ${whole(loans)} | ${whole(sum((one) => one.installment))} | ${whole(sum((one) => one.principal))} | ${whole(sum((one) => one.together))} | ${whole(sum((one) => one.interestPerMille))} | ${whole(sum((one) => one.interestPercent))} | ${whole(sum((one) => one.lateFee))} | ${whole(sum((one) => one.recovered))} |`,
    '',
    '| | principal, books | file | interest, books | file | late fees, books | file | recovered, books | file | excess |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...result.agreements].map(
      ([group, { books, file }]) =>
        `| ${group} | ${whole(books.principal)} | ${whole(file.principal)} | ${whole(books.interest)} | ${whole(file.interest)} | ${whole(books.lateFee)} | ${whole(file.lateFee)} | ${whole(books.recovered)} | ${whole(file.recovered)} | ${whole(books.excess)} |`,
    ),
    '',
    'The file tells no single payments: of a loan that was paid off early or charged off, when each came is ours, and so is',
    'what of it is interest. docs/bench.md tells how a life is made of a row.',
    '',
  ].join('\n')
}

const tableRow = (group: Group, one: Agreement): string =>
  `| ${group} | ${whole(one.loans)} | ${whole(one.installment)} | ${whole(one.principal)} | ${whole(one.together)} | ${whole(one.interestPerMille)} | ${whole(one.interestPercent)} | ${whole(one.lateFee)} | ${whole(one.recovered)} |`
