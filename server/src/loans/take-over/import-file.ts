import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { performDryRunBatch } from '../../platform/commands/dry-run.ts'
import { type Outcome, Refusal } from '../../platform/refusal.ts'
import type { FileOptions } from '../../operator/files/index.ts'
import { asLoan, leftBecauseOf, type LoanLines, readLoans, type Refuse, refuserOf } from './read-loans.ts'
import { differenceIn, reasonFor } from './reasons.ts'
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

/** Maximum lender parts per transaction, unless one loan has more. */
const partsPerBatch = 1_000

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
  input: AsyncIterable<Uint8Array | string>,
  options: FileOptions & TakeOverOptions = {},
): Promise<TakeOverReport> {
  const report = emptyReport()
  const refuse = refuserOf(report, options)
  let ready: LoanLines[] = []
  const flush = async () => {
    if (ready.length === 0) return
    const outcomes = await takeOverMany(context, actor, ready.map(asLoan), options)
    for (const [place, loan] of ready.entries()) {
      const outcome = outcomes[place]
      if (!outcome || 'error' in outcome) refuseLoan(loan, outcome?.error, refuse)
      else count(report, outcome.answer, loan)
    }
    ready = []
  }
  for await (const loan of readLoans(input, options, report, refuse)) {
    ready.push(loan)
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

function count(report: TakeOverReport, { known, amount, opened }: TakenOverLoan, loan: LoanLines): void {
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
      line: loan.lines[0] ?? 0,
      loanNumber: loan.loanNumber,
      difference: differenceIn(one),
    })
}

/** Refuses the lines of a loan: the invalid line with its reason, the others with a reference to that line. */
function refuseLoan({ lines, parts }: LoanLines, error: unknown, refuse: Refuse): void {
  const place = error instanceof Refusal ? error.params.part : undefined
  const line = place === undefined ? undefined : lines[place]
  const part = place === undefined ? undefined : parts[place]
  if (line === undefined || !part) return refuse(lines, reasonFor(error))
  refuse([line], reasonFor(error, part))
  refuse(
    lines.filter((one) => one !== line),
    leftBecauseOf(line),
  )
}
