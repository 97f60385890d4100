import { one } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { notServiced, knownLoans, lockServicing, type ServicedLoan } from '../disbursement/index.ts'
import { addMonths, type BusinessDate } from '@pematang/contract/format/business-date'

/** A loan whose terms or status may change on a day. */
export type ChangingLoan = ServicedLoan & {
  /** The highest installment number of all versions. */
  lastNo: number
  /** The end of the current period under the terms in force on that day; the day itself if there is none any more. */
  periodEnd: BusinessDate
}

type LoanState = Pick<ChangingLoan, 'lastNo' | 'periodEnd'> & {
  status: string
  lastEvent: BusinessDate | null
}

/**
 * Locks a loan that is being serviced. This must be the first lock of the transaction (`lockServicing`); no cash is
 * locked after it.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED
 */
export async function lockServicedLoan(tx: Transaction, loanNumber: string): Promise<ServicedLoan> {
  const loan = (await lockServicing(tx, [loanNumber])).get(loanNumber)
  if (!loan) throw notServiced(loanNumber, await knownLoans(tx, [loanNumber]))
  return loan
}

/**
 * Locks a loan whose terms or status are about to change on a day, as `lockServicedLoan` does.
 * @throws Refusal those of `lockServicedLoan` and of `checkChange`
 */
export const lockLoanForChange = async (
  tx: Transaction,
  loanNumber: string,
  on: BusinessDate,
): Promise<ChangingLoan> => checkChange(tx, await lockServicedLoan(tx, loanNumber), on)

/**
 * Locks a loan of which is said what it would cost on a day, which may be to come.
 * @throws Refusal as `lockLoanForChange`, but DATE_AFTER_A_YEAR in the place of DATE_IN_FUTURE
 */
export async function lockLoanForQuote(
  tx: Transaction,
  loanNumber: string,
  on: BusinessDate,
): Promise<ChangingLoan> {
  const loan = await lockServicedLoan(tx, loanNumber)
  const changing = await checkChange(tx, { ...loan, today: on }, on)
  const latest = addMonths(loan.today, 12)
  if (on > latest) throw new Refusal('DATE_AFTER_A_YEAR')
  return { ...changing, today: latest }
}

/**
 * Checks that a locked loan may change on a day.
 * @throws Refusal LOAN_ENDED, WRITTEN_OFF_BEFORE, DATE_IN_FUTURE, DATE_BEFORE_DISBURSEMENT, and DATE_BEFORE_LAST_EVENT,
 *   because payments and agreements after that day must not change retroactively
 */
export async function checkChange(
  tx: Transaction,
  loan: ServicedLoan,
  on: BusinessDate,
): Promise<ChangingLoan> {
  // A separate statement after the lock, so that it sees what the previous holder of the lock committed.
  const { status, lastEvent, lastNo, periodEnd } = await one<LoanState>(
    tx,
    'loans.terms.standing',
    `select p.status, i.last_no as "lastNo", i.period_end as "periodEnd",
            greatest(i.superseded_on, (select max(paid_on) from standing_payment where loan_id = $1)) as "lastEvent"
       from loan_position p cross join lateral (
              select max(no) as last_no, max(superseded_on) as superseded_on,
                     coalesce(min(due_date) filter (where superseded_on is null and due_date >= $2 and version = (
                         select max(v.version) from installment v where v.loan_id = p.loan_id and v.superseded_on is null)),
                              $2::date) as period_end
                from installment where loan_id = p.loan_id
            ) i
      where p.loan_id = $1`,
    [loan.loanId, on],
  )
  if (status === 'WRITTEN_OFF') throw new Refusal('WRITTEN_OFF_BEFORE')
  if (status === 'REPAID' || loan.principalDue === 0) throw new Refusal('LOAN_ENDED')
  if (on > loan.today) throw new Refusal('DATE_IN_FUTURE')
  if (on < loan.disbursedOn) throw new Refusal('DATE_BEFORE_DISBURSEMENT')
  if (lastEvent !== null && on < lastEvent) throw new Refusal('DATE_BEFORE_LAST_EVENT')
  return { ...loan, lastNo, periodEnd }
}
