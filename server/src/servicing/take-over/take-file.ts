import type { RefusalCode } from '@pematang/contract/refusals'
import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { performBatch } from '../../platform/batch/batch-mutation.ts'
import { readTable, type TableLine } from '../../platform/csv/table.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Rehearsed, rehearseBatch } from '../../platform/rehearse.ts'
import { reasonOf, type FileOptions } from '../files/take-file.ts'
import { type PartRow, takeOverTable } from './table.ts'
import { type TakenOverLoan, type TakeOverLoan, takeOverLoans } from './take-over.ts'

export type TakeOverReport = {
  lines: number
  /** Loans that were taken over now, or would be, and those that were before. */
  taken: number
  known: number
  /** Lines that were not taken. */
  refused: number
  /** What was taken over now, in whole rupiah. */
  amount: number
}

type Input = AsyncIterable<Uint8Array | string>
type Take = (loans: readonly TakeOverLoan[]) => Promise<Rehearsed<TakenOverLoan>[]>

/** Parts in a transaction, unless one loan has more. */
const partsAtOnce = 1_000
/** A loan of more parts than this is not read into memory. */
const mostParts = 20_000

/**
 * Takes the loans of a file over as it streams; the lines of a loan stand together. A loan with a bad line is left alone
 * as a whole, and the others go on.
 * @throws CsvFileError when the file as a whole is no take-over file, and where the database is too busy: the loans
 *   before are taken, and the same file can be given again.
 */
export const takeOverFile = (
  context: Context,
  actor: Actor,
  input: Input,
  options?: FileOptions,
): Promise<TakeOverReport> => through(input, (loans) => takeOverMany(context, actor, loans), options)

/** Says what taking the loans of this file over would do, and writes nothing. */
export const checkTakeOverFile = (
  context: Context,
  actor: Actor,
  input: Input,
  options?: FileOptions,
): Promise<TakeOverReport> =>
  through(
    input,
    (loans) =>
      rehearseBatch(
        context,
        takeOverLoans,
        loans.map((one) => ({ actor, input: one })),
      ),
    options,
  )

/** Takes loans over, all in one transaction; one that is refused or fails spoils no other. */
export const takeOverMany = (
  context: Context,
  actor: Actor,
  loans: readonly TakeOverLoan[],
): Promise<Rehearsed<TakenOverLoan>[]> =>
  performBatch(
    context,
    takeOverLoans,
    loans.map((input) => ({ actor, input, key: context.random.uuid() })),
  )

/** The lines of one loan; `bad` where one of them cannot be taken. */
type Group = { loanNumber: string | null; lines: number[]; parts: PartRow[]; bad: boolean }

async function through(input: Input, take: Take, options: FileOptions = {}): Promise<TakeOverReport> {
  const report: TakeOverReport = { lines: 0, taken: 0, known: 0, refused: 0, amount: 0 }
  const refuse = (lines: readonly number[], reason: string) => {
    report.refused += lines.length
    for (const line of lines) options.onRefused?.({ line, reason })
  }
  let ready: Group[] = []
  const flush = async () => {
    if (ready.length === 0) return
    const outcomes = await take(ready.map(asLoan))
    for (const [place, { lines }] of ready.entries()) {
      const outcome = outcomes[place]
      if (!outcome || 'error' in outcome) refuse(lines, reasonFor(outcome?.error))
      else if (outcome.answer.known) report.known += 1
      else {
        report.taken += 1
        report.amount += outcome.answer.amount
      }
    }
    ready = []
  }
  for await (const group of groups(input, options, report, refuse)) {
    if (group.bad) refuse(group.lines, 'another line of the loan is bad')
    else ready.push(group)
    if (ready.reduce((sum, { parts }) => sum + parts.length, 0) >= partsAtOnce) await flush()
  }
  await flush()
  return report
}

/** The good lines of each loan, in the order of the file; a bad line is told and spoils the loan it stands in. */
async function* groups(
  input: Input,
  options: FileOptions,
  report: TakeOverReport,
  refuse: (lines: readonly number[], reason: string) => void,
): AsyncGenerator<Group> {
  let group: Group = { loanNumber: null, lines: [], parts: [], bad: false }
  for await (const batch of readTable(input, takeOverTable, options)) {
    for (const item of batch) {
      report.lines += 1
      if ('row' in item && item.row.loanNumber !== group.loanNumber) {
        if (group.lines.length > 0) yield group
        group = { loanNumber: item.row.loanNumber, lines: [], parts: [], bad: false }
      }
      add(group, item, refuse)
    }
  }
  if (group.lines.length > 0) yield group
}

function add(
  group: Group,
  item: TableLine<PartRow>,
  refuse: (lines: readonly number[], reason: string) => void,
): void {
  if ('refused' in item) {
    refuse([item.line], item.refused.reason)
    group.bad = true
  } else if (group.parts.length === mostParts) {
    refuse([item.line], `the loan has more than ${mostParts} parts`)
    group.bad = true
  } else {
    group.lines.push(item.line)
    group.parts.push(item.row)
  }
}

const asLoan = ({ loanNumber, parts }: Group): TakeOverLoan => ({
  loanNumber: loanNumber ?? '',
  parts: parts.map(({ lenderPhone, amount, signedOn, agreementReference, agreementSha256 }) => ({
    lenderPhone,
    amount,
    signedOn,
    agreement: { reference: agreementReference, sha256: agreementSha256 },
  })),
})

/** The sentences of the catalogue are for lenders and Indonesian; a file's report is English and for the operator. */
const words: Partial<Record<RefusalCode, (refusal: Refusal) => string>> = {
  LOAN_NOT_DRAFT: () => 'the loan is no draft any more, or belongs to a bulk product',
  LOAN_TAKEN_OVER: () => 'the loan was taken over before with other parts',
  PHONE_UNREGISTERED: () => 'a part names a phone number that no lender has',
  PARTS_NOT_TOTAL: ({ params }) => `the parts do not add up to the loan, ${params.amount ?? 0}`,
  CASH_TOO_LOW: ({ params }) => `a lender has too little cash for his part, ${params.amount ?? 0}`,
  AGREEMENT_REUSED: () => 'an agreement is named for another part too',
}

const reasonFor = (error: unknown): string =>
  (error instanceof Refusal && words[error.code]?.(error)) || reasonOf(error)
