import type { Context } from '../../context.ts'
import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { lockLoanForChange } from './lock-loan.ts'

export type WriteOffLoan = {
  loanNumber: string
  /** The day from which the loan no longer counts as outstanding; not before the last payment, not after today. */
  writtenOffOn: BusinessDate
  /** The reason, for the audit trail; it must not contain personal data. */
  reason: string
}

/** The amounts that no longer count as outstanding, in whole rupiah. */
export type WrittenOffLoan = { loanId: number; principal: number; interest: number }

/**
 * Writes a loan off: from that day on it counts neither as late nor as outstanding. The borrower still owes it: a later
 * recovery is recorded as a repayment and shared among the lenders like any other.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, LOAN_ENDED, WRITTEN_OFF_BEFORE, DATE_IN_FUTURE,
 *   DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_LAST_EVENT, INPUT_INVALID
 */
export const writeOffLoan = mutation<Context, WriteOffLoan, WrittenOffLoan>({
  operation: 'writeOffLoan',
  permit: ['operator'],
  secondPair: { read: owedOf },
  async run(tx, { loanNumber, writtenOffOn, reason }) {
    if (reason.trim() === '') throw new Refusal('INPUT_INVALID')
    const loan = await lockLoanForChange(tx, loanNumber, writtenOffOn)
    await run(
      tx,
      'loans.terms.insert_write_off',
      `insert into write_off (loan_id, written_off_on, principal, interest, reason) values ($1, $2, $3, $4, $5)`,
      [loan.loanId, writtenOffOn, loan.principalDue, loan.interestDue, reason],
    )
    await run(
      tx,
      'loans.terms.mark_written_off',
      `update loan_position set status = 'WRITTEN_OFF' where loan_id = $1 and status in ('ACTIVE', 'RESTRUCTURED')`,
      [loan.loanId],
    )
    const answer = { loanId: loan.loanId, principal: loan.principalDue, interest: loan.interestDue }
    return {
      answer,
      subject: `loan:${loan.loanId}`,
      detail: { writtenOffOn, principal: answer.principal, interest: answer.interest },
    }
  },
})

/** Whether the loan runs and nothing of it that has fallen due is unpaid today, so that writing it off is unusual. */
export const isWithoutArrears = async (db: Queryable, loanNumber: string): Promise<boolean> =>
  (
    await one<{ without: boolean }>(
      db,
      'loans.terms.is_without_arrears',
      `select exists (
         select from loan l join loan_position p on p.loan_id = l.id
          where l.loan_number = $1 and p.status in ('ACTIVE', 'RESTRUCTURED') and not exists (
            select from installment i
             where i.loan_id = l.id and i.superseded_on is null and i.due_date < business_day(app_now())
               and i.principal_paid + i.interest_paid < i.principal + i.interest)) as without`,
      [loanNumber],
    )
  ).without

/** The principal and interest that a loan owes, whole rupiah; null if it is not paid out. */
export async function owedOf(
  db: Queryable,
  { loanNumber }: Pick<WriteOffLoan, 'loanNumber'>,
): Promise<number | null> {
  const loan = await maybe<{ owed: number }>(
    db,
    'loans.terms.owed_of',
    `select s.principal_due + s.interest_due as owed from loan l join loan_servicing s on s.loan_id = l.id
      where l.loan_number = $1`,
    [loanNumber],
  )
  return loan?.owed ?? null
}
