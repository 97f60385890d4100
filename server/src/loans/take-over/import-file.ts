import type { RefusalCode } from '@pematang/contract/refusals'
import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { performDryRunBatch } from '../../platform/commands/dry-run.ts'
import { SeenLines } from '../../platform/csv/seen-lines.ts'
import { readTable, type TableLine } from '../../platform/csv/table.ts'
import { type Outcome, Refusal } from '../../platform/refusal.ts'
import { reasonOf, type FileOptions } from '../../operator/files/index.ts'
import { otherOpening, type PartRow, takeOverTable } from './table.ts'
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
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<Outcome<TakenOverLoan>[]> => {
  const calls = loans.map((input) => ({ actor, input, key: context.random.uuid() }))
  return (dryRun ? performDryRunBatch : performBatch)(context, takeOverLoans, calls)
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
  options: FileOptions = {},
): Promise<TakeOverReport> {
  const report: TakeOverReport = { lines: 0, taken: 0, known: 0, refused: 0, amount: 0 }
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
      else if (outcome.answer.known) report.known += 1
      else {
        report.taken += 1
        report.amount += outcome.answer.amount
      }
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
        ? { opening: { principalLeft: left.principalLeft ?? 0, interestDue: left.interestDue ?? 0 } }
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

/**
 * Refusal messages are Indonesian, for lenders; a file report is English, for the operator, so it has its own messages.
 */
const words: Partial<Record<RefusalCode, (refusal: Refusal, part?: PartRow) => string>> = {
  LOAN_NOT_FOUND: () => 'loan_number: there is no such loan',
  LOAN_NOT_DRAFT: () => 'loan_number: the loan is no draft any more, or belongs to a bulk product',
  LOAN_TAKEN_OVER: () => 'loan_number: the loan was taken over before with other parts',
  PHONE_UNREGISTERED: (_, part) => `lender_phone: no lender has the number ${part?.lenderPhone ?? ''}`,
  PARTS_NOT_TOTAL: ({ params }) =>
    `amount: the parts do not add up to the loan, ${params.amount ?? 0} rupiah`,
  CASH_TOO_LOW: ({ params }, part) =>
    `amount: lender ${part?.lenderPhone ?? ''} has ${params.amount ?? 0} rupiah of cash, too little for their parts`,
  AGREEMENT_REUSED: (_, part) =>
    `agreement_reference: ${part?.agreementReference ?? ''} is named for another part too`,
  OPENING_PRINCIPAL_ABOVE: ({ params }) =>
    `principal_left: what is left of the loan must be above 0 and at most ${params.amount ?? 0} rupiah`,
  OPENING_INTEREST_ABOVE: ({ params }) =>
    `interest_due: by the terms at most ${params.amount ?? 0} rupiah had fallen due on that day`,
  OPENING_LATENESS: () =>
    'days_late: nothing had fallen due unpaid by the terms, or the days reach back before disbursed_on',
  DATE_IN_FUTURE: (_, part) => {
    const dates = part?.asOf ? ` ${part.signedOn} or as_of ${part.asOf}` : ` ${part?.signedOn ?? ''}`
    return `signed_on:${dates} is after today`
  },
}

const reasonFor = (error: unknown, part?: PartRow): string =>
  (error instanceof Refusal && words[error.code]?.(error, part)) || reasonOf(error)
