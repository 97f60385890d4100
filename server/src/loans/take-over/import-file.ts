import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { performDryRunBatch } from '../../platform/commands/dry-run.ts'
import { SeenLines } from '../../platform/csv/seen-lines.ts'
import { readTable, type TableLine } from '../../platform/csv/table.ts'
import { type Outcome, Refusal } from '../../platform/refusal.ts'
import type { FileOptions } from '../../operator/files/index.ts'
import { differenceIn, reasonFor } from './reasons.ts'
import { otherOpening, type PartRow, takeOverTable } from './table.ts'
import type { OpenedBalance } from './open-balance.ts'
import { type TakenOverLoan, type TakeOverLoan, takeOverLoans } from './take-over.ts'

export type TakeOverReport = {
  lines: number
  /** Loans that were taken over in this run (or would be in a dry run), and before it. */
  taken: number
  known: number
  /** Number of lines that were refused. */
  refused: number
  /** The sum taken over in this run, in whole rupiah. */
  amount: number
  /** How the loans of the file that are taken or known stand by their opening balances, to be signed off. */
  opened: OpenedSums
  /** Where an opening balance taken in this run is not what the terms of its loan give. */
  differences: { line: number; loanNumber: string; difference: string }[]
}

/** Sums of opening balances; amounts in whole rupiah. */
export type OpenedSums = Omit<OpenedBalance, 'daysLate' | 'differences'> & {
  loans: number
  /** Loans that are late, and their unpaid principal. */
  late: number
  lateOutstanding: number
}

type Input = AsyncIterable<Uint8Array | string>

/** Maximum lender parts per transaction, unless one loan has more. */
const partsPerBatch = 1_000
/** Maximum lender parts of a loan, because all of them are read into memory. */
const maxParts = 20_000

/**
 * Takes over loans in one transaction; a loan that is refused or fails does not affect the others. A dry run decides
 * them and rolls them back.
 */
export const takeOverMany = (
  context: Context,
  actor: ActorOf<'operator'>,
  loans: readonly TakeOverLoan[],
  { dryRun = false, tolerance }: TakeOverOptions = {},
): Promise<Outcome<TakenOverLoan>[]> => {
  const calls = loans.map((loan) => {
    const input = tolerance === undefined ? loan : { ...loan, tolerance }
    return { actor, input, key: context.random.uuid() }
  })
  return (dryRun ? performDryRunBatch : performBatch)(context, takeOverLoans, calls)
}

type TakeOverOptions = {
  dryRun?: boolean | undefined
  /** The highest rounding difference of a loan in whole rupiah. */
  tolerance?: number | undefined
}

/** The accepted lines of one loan; `bad` is the number of its first refused line. */
type Group = { loanNumber: string | null; lines: number[]; parts: PartRow[]; bad: number | null }
type Refuse = (lines: readonly number[], reason: string) => void

/**
 * Takes over the loans of a file while it is read; the lines of a loan must be adjacent. A loan with a refused line is
 * refused as a whole, and the others continue. A dry run reports what would happen and writes nothing.
 * @throws CsvFileError when the file as a whole is not a take-over file
 * @throws Error when the database is too busy: the earlier loans are taken over, and the same file can be processed
 *   again.
 */
export async function importTakeOverFile(
  context: Context,
  actor: ActorOf<'operator'>,
  input: Input,
  options: FileOptions & TakeOverOptions = {},
): Promise<TakeOverReport> {
  const report = emptyReport()
  const refuse = (lines: readonly number[], reason: string) => {
    report.refused += lines.length
    for (const line of lines) options.onRefused?.({ line, reason })
  }
  let ready: Group[] = []
  const flush = async () => {
    if (ready.length === 0) return
    const outcomes = await takeOverMany(context, actor, ready.map(asLoan), options)
    for (const [place, group] of ready.entries()) {
      const outcome = outcomes[place]
      if (!outcome || 'error' in outcome) refuseGroup(group, outcome?.error, refuse)
      else count(report, outcome.answer, group)
    }
    ready = []
  }
  const seen = new SeenLines()
  for await (const group of groups(input, options, report, refuse)) {
    const before = namedBefore(group, seen)
    if (group.bad !== null) refuse(group.lines, otherLine(group.bad))
    else if (before !== null) refuse(group.lines, before)
    else ready.push(group)
    if (ready.reduce((sum, { parts }) => sum + parts.length, 0) >= partsPerBatch) await flush()
  }
  await flush()
  return report
}

const emptyReport = (): TakeOverReport => ({
  lines: 0,
  taken: 0,
  known: 0,
  refused: 0,
  amount: 0,
  opened: {
    loans: 0,
    outstanding: 0,
    arrears: 0,
    late: 0,
    lateOutstanding: 0,
    principalAhead: 0,
    interestAhead: 0,
  },
  differences: [],
})

function count(report: TakeOverReport, { known, amount, opened }: TakenOverLoan, group: Group): void {
  report[known ? 'known' : 'taken'] += 1
  if (!known) report.amount += amount
  if (!opened) return
  const sums = report.opened
  sums.loans += 1
  for (const figure of ['outstanding', 'arrears', 'principalAhead', 'interestAhead'] as const)
    sums[figure] += opened[figure]
  if (opened.daysLate > 0) {
    sums.late += 1
    sums.lateOutstanding += opened.outstanding
  }
  if (known) return
  for (const one of opened.differences)
    report.differences.push({
      line: group.lines[0] ?? 0,
      loanNumber: group.loanNumber ?? '',
      difference: differenceIn(one),
    })
}

/** Why a loan that also occurs earlier in the file is refused; null if it does not, or has the same content there. */
function namedBefore({ loanNumber, lines, parts }: Group, seen: SeenLines): string | null {
  if (loanNumber === null || seen.see(loanNumber, JSON.stringify(parts), lines[0]) !== 'other') return null
  return `loan_number ${loanNumber} is named on line ${seen.lineOf(loanNumber)} too: the lines of a loan stand together`
}

/** The accepted lines of each loan, in file order; a refused line is reported and makes its loan refused. */
async function* groups(
  input: Input,
  options: FileOptions,
  report: TakeOverReport,
  refuse: Refuse,
): AsyncGenerator<Group> {
  let group: Group = { loanNumber: null, lines: [], parts: [], bad: null }
  const agreements = new SeenLines()
  for await (const batch of readTable(input, takeOverTable, options)) {
    for (const item of batch) {
      report.lines += 1
      if ('row' in item && item.row.loanNumber !== group.loanNumber) {
        if (group.lines.length > 0) yield group
        group = { loanNumber: item.row.loanNumber, lines: [], parts: [], bad: null }
      }
      add(group, item, agreements, refuse)
    }
  }
  if (group.lines.length > 0) yield group
}

function add(group: Group, item: TableLine<PartRow>, agreements: SeenLines, refuse: Refuse): void {
  const reason = whyNot(group, item, agreements)
  if (reason !== null) {
    refuse([item.line], reason)
    group.bad ??= item.line
  } else if ('row' in item) {
    group.lines.push(item.line)
    group.parts.push(item.row)
  }
}

/** Why a line is refused as one lender's share of its loan, by itself or with the earlier lines; null if accepted. */
function whyNot({ parts, lines }: Group, item: TableLine<PartRow>, agreements: SeenLines): string | null {
  if ('refused' in item) return item.refused.reason
  if (parts.length === maxParts) return `the loan has more than ${maxParts} parts`
  const [first] = parts
  const other = first ? otherOpening(item.row, first) : null
  if (other !== null) return `${other} is another than on line ${lines[0]}, of the same loan`
  const { agreementReference, loanNumber } = item.row
  const isOfLoan = parts.some((part) => part.agreementReference === agreementReference)
  const isOfOther = agreements.see(agreementReference, loanNumber, item.line) === 'other'
  return isOfLoan || isOfOther
    ? `agreement_reference ${agreementReference} is named on line ${agreements.lineOf(agreementReference)} too`
    : null
}

const otherLine = (line: number): string => `the loan is left as a whole because of line ${line}`

function asLoan({ loanNumber, parts }: Group): TakeOverLoan {
  const { asOf = null, disbursedOn = null, daysLate = null } = parts[0] ?? {}
  const opened = asOf !== null && disbursedOn !== null && daysLate !== null
  return {
    loanNumber: loanNumber ?? '',
    parts: parts.map(({ lenderPhone, amount, signedOn, agreementReference, agreementSha256, ...left }) => ({
      lenderPhone,
      amount,
      signedOn,
      agreement: { reference: agreementReference, sha256: agreementSha256 },
      ...(opened
        ? {
            opening: {
              principalLeft: left.principalLeft ?? 0,
              interestDue: left.interestDue ?? 0,
              ...(left.principalAhead === null ? {} : { principalAhead: left.principalAhead }),
              ...(left.interestAhead === null ? {} : { interestAhead: left.interestAhead }),
            },
          }
        : {}),
    })),
    ...(opened ? { opening: { asOf, disbursedOn, daysLate } } : {}),
  }
}

/** Refuses the lines of a loan: the invalid line with its reason, the others with a reference to that line. */
function refuseGroup({ lines, parts }: Group, error: unknown, refuse: Refuse): void {
  const place = error instanceof Refusal ? error.params.part : undefined
  const line = place === undefined ? undefined : lines[place]
  const part = place === undefined ? undefined : parts[place]
  if (line === undefined || !part) return refuse(lines, reasonFor(error))
  refuse([line], reasonFor(error, part))
  refuse(
    lines.filter((one) => one !== line),
    otherLine(line),
  )
}
