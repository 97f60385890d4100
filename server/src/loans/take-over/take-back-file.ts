import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { performerOf } from '../../platform/commands/dry-run.ts'
import type { FileOptions } from '../../operator/files/index.ts'
import { asLoan, type LoanLines, readLoans, refuserOf } from './read-loans.ts'
import { reasonFor } from './reasons.ts'
import { type LoanTakenBack, TakeBackFault, takeBackLoan } from './take-back.ts'
import { hashOf } from './take-over.ts'

export type TakeBackReport = {
  lines: number
  /** Loans whose take-over was taken back in this run (or would be in a dry run), and before it. */
  takenBack: number
  known: number
  /** Number of lines that were refused. */
  refused: number
  /** The sum of the loans taken back in this run, and what of it comes back to the lenders' cash, in whole rupiah. */
  amount: number
  refunded: number
}

/**
 * Takes back what a take-over file took over, each loan in its own transaction. A loan that was taken over with other parts
 * is refused, so that a file that is given again never takes back the right one after it.
 * @throws CsvFileError when the file as a whole is not a take-over file
 * @throws Error when the database is too busy: the earlier loans are taken back, and the same file can be processed again.
 */
export async function importTakeBackFile(
  context: Context,
  actor: ActorOf<'operator'>,
  input: AsyncIterable<Uint8Array | string>,
  { reason, dryRun, ...options }: FileOptions & { reason: string },
): Promise<TakeBackReport> {
  const report: TakeBackReport = { lines: 0, takenBack: 0, known: 0, refused: 0, amount: 0, refunded: 0 }
  const refuse = refuserOf(report, options)
  for await (const loan of readLoans(input, options, report, refuse)) {
    const call = { actor, input: inputOf(loan, reason) }
    try {
      count(report, await performerOf(dryRun)(context, takeBackLoan, call))
    } catch (error) {
      refuse(loan.lines, error instanceof TakeBackFault ? error.message : reasonFor(error))
    }
  }
  return report
}

const inputOf = (loan: LoanLines, reason: string) => ({
  loanNumber: loan.loanNumber,
  reason,
  hash: hashOf(asLoan(loan)),
})

function count(report: TakeBackReport, { known, amount, opened }: LoanTakenBack): void {
  report[known ? 'known' : 'takenBack'] += 1
  report.amount += amount
  if (!opened) report.refunded += amount
}
