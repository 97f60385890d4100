import type { Context } from '../../context.ts'
import {
  type FileOptions,
  type FileReport,
  LineCount,
  linesAtOnce,
  linesToDecide,
  Unconfirmed,
} from '../../operator/files/index.ts'
import { unusualReasons } from '../files/index.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { many } from '../../platform/db/database.ts'
import type { Outcome } from '../../platform/refusal.ts'
import type { Repayment } from './decide.ts'
import { recordRepayments } from './record-repayments.ts'
import { byValueDate } from './replay.ts'
import type { RecordedRepayment } from './repay.ts'
import { type RepaymentRow, repaymentTable } from './table.ts'

/** Sums of the recorded lines, in whole rupiah: amount + rounding = principal + interest + penalty + fee + excess. */
export type RepaymentReport = FileReport & {
  amount: number
  principal: number
  interest: number
  penalty: number
  fee: number
  /** Paid beyond what was owed; it must be returned to the borrower. */
  excess: number
  /** What the platform added to them to close installments. */
  rounding: number
  tax: number
  repaid: number
}

/** The number of lines that are decided together in the order of their value dates; it bounds the memory of a file. */
const linesInOneOrder = 200_000
/** The number of lines after which a dry run begins another transaction, with the next loan. */
const linesOfDryRun = 250

/**
 * Records the payments of a file, by value date and then by reference, whatever the order of its lines; the report keeps
 * their order. Up to some hundred are in a transaction. An interrupted import can be started again, because each
 * reference is recorded once for a loan. A dry run decides all lines of a loan together, so it reports the same figures;
 * only the tax of a lender of several loans can differ, by a rupiah for each further loan, because their month is rounded
 * once.
 * @throws CsvFileError when the file as a whole is not a repayment file
 */
export async function importRepayments(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { dryRun = false, asks = false, onRefused, onProgress }: FileOptions = {},
): Promise<RepaymentReport> {
  const sums = {
    amount: 0,
    principal: 0,
    interest: 0,
    penalty: 0,
    fee: 0,
    excess: 0,
    rounding: 0,
    tax: 0,
    repaid: 0,
  }
  const refused: Parameters<NonNullable<FileOptions['onRefused']>>[0][] = []
  const count = new LineCount({ onRefused: (refusal) => refused.push(refusal) })
  const reportRefused = () => {
    for (const refusal of refused.splice(0).sort((a, b) => a.line - b.line)) onRefused?.(refusal)
  }
  const report = ({ line, row, outcome }: DecidedLine) => {
    const isTaken = outcome !== 'known' && 'answer' in outcome
    count.add(line, isTaken ? 'taken' : outcome)
    if (isTaken) add(sums, row, outcome.answer)
  }
  // A line is done once it is decided, not once it is read.
  const bytes = { read: 0, done: 0 }
  const reading = {
    atOnce: linesInOneOrder,
    onProgress: (read: number) => {
      bytes.read = read
    },
  }
  try {
    for await (const lines of linesToDecide(input, repaymentTable, keysOf, count, reading)) {
      const inOrder = lines.toSorted((a, b) => byValueDate(a.row, b.row))
      const bytesOfLine = (bytes.read - bytes.done) / lines.length
      for (const some of dryRun ? wholeLoans(inOrder) : slices(inOrder)) {
        for (const decided of await decide(context, actor, some, { dryRun, asks })) report(decided)
        bytes.done += bytesOfLine * some.length
        onProgress?.(Math.round(bytes.done))
      }
      reportRefused()
    }
  } finally {
    reportRefused()
  }
  return { ...count.report, ...sums }
}

type Named = Pick<RepaymentRow, 'reference' | 'loanNumber'>

const keyOf = ({ reference, loanNumber }: Named): string => `${reference} dari ${loanNumber}`
type Line = { line: number; row: RepaymentRow }
type DecidedLine = Line & { outcome: 'known' | Outcome<RecordedRepayment> }

function* slices(lines: readonly Line[]): Generator<Line[]> {
  for (let from = 0; from < lines.length; from += linesAtOnce) yield lines.slice(from, from + linesAtOnce)
}

function* wholeLoans(lines: readonly Line[]): Generator<Line[]> {
  let some: Line[] = []
  for (const ofLoan of Map.groupBy(lines, ({ row }) => row.loanNumber).values()) {
    some.push(...ofLoan)
    if (some.length < linesOfDryRun) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

async function decide(
  context: Context,
  actor: ActorOf<'operator'>,
  lines: readonly Line[],
  { dryRun, asks }: { dryRun: boolean; asks: boolean },
): Promise<DecidedLine[]> {
  const rows = lines.map(({ row }) => row)
  const known = await knownPayments(context, rows)
  const unusual = asks ? await unusualReasons(context.db, context.config, rows.map(asAsked)) : []
  const held = rows.map((row, place) => (known.has(keyOf(row)) ? null : unusual[place]))
  const payments = rows.filter((_, place) => !held[place]).map(asPayment)
  const outcomes = (await recordRepayments(context, actor, payments, { dryRun })).values()
  return lines.map(({ line, row }, place) => {
    const reason = held[place]
    if (reason) return { line, row, outcome: { error: new Unconfirmed(reason) } }
    const outcome = outcomes.next().value
    if (!outcome) throw new Error('a line was not decided')
    return { line, row, outcome: 'answer' in outcome && outcome.answer.repeated ? 'known' : outcome }
  })
}

const keysOf = (row: RepaymentRow) => [
  {
    column: 'reference',
    key: keyOf(row),
    content: JSON.stringify([row.paidOn, row.amount, row.penalty, row.fee]),
    clash: 'isi lain',
  },
]

function add(
  sums: Omit<RepaymentReport, keyof FileReport>,
  row: RepaymentRow,
  answer: RecordedRepayment,
): void {
  sums.amount += row.amount
  for (const part of ['principal', 'interest', 'penalty', 'fee', 'excess', 'rounding', 'tax'] as const)
    sums[part] += answer[part]
  if (answer.repaid) sums.repaid += 1
}

const asAsked = ({ loanNumber, amount, paidOn }: RepaymentRow) => ({ loanNumber, amount, on: paidOn })

const asPayment = ({ penalty, fee, ...row }: RepaymentRow): Repayment => ({
  ...row,
  ...(penalty === null ? {} : { penalty }),
  ...(fee === null ? {} : { fee }),
})

/** The lines whose payment is recorded, by `keyOf`. */
async function knownPayments({ db }: Context, rows: readonly RepaymentRow[]): Promise<Set<string>> {
  const known = await many<Named>(
    db,
    'loans.repayment.known_references',
    `select p.reference, l.loan_number as "loanNumber" from standing_payment p join loan l on l.id = p.loan_id
      where p.reference = any($1)`,
    [rows.map(({ reference }) => reference)],
  )
  return new Set(known.map(keyOf))
}
