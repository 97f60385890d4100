import { one } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { knownLoans, lockServicing, type ServicedLoan, today } from '../loan-store.ts'
import type { BusinessDate } from '../schedule/index.ts'

/**
 * Locks a loan whose terms or standing are about to change on a day. It is the first lock of the verb (`lockServicing`);
 * no cash is locked after it, and of the position only that of a loan that nobody can fund any more.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, LOAN_ENDED, WRITTEN_OFF_BEFORE, DATE_IN_FUTURE,
 * DATE_BEFORE_DISBURSEMENT, and DATE_BEFORE_LAST_EVENT, because what was paid or agreed on after that day is history
 */
export async function holdForChange(
  tx: Transaction,
  loanNumber: string,
  on: BusinessDate,
): Promise<ServicedLoan> {
  const loan = (await lockServicing(tx, [loanNumber])).get(loanNumber)
  if (!loan) {
    const known = await knownLoans(tx, [loanNumber])
    throw new Refusal(known.has(loanNumber) ? 'LOAN_NOT_DISBURSED' : 'LOAN_NOT_FOUND')
  }
  if (loan.status === 'WRITTEN_OFF') throw new Refusal('WRITTEN_OFF_BEFORE')
  if (loan.status === 'REPAID' || loan.principalDue === 0) throw new Refusal('LOAN_ENDED')
  if (on > (await today(tx))) throw new Refusal('DATE_IN_FUTURE')
  if (on < loan.disbursedOn) throw new Refusal('DATE_BEFORE_DISBURSEMENT')
  const { last } = await one<{ last: BusinessDate | null }>(
    tx,
    'quality.last_event',
    `select greatest((select max(paid_on) from loan_payment where loan_id = $1),
                     (select max(superseded_on) from installment where loan_id = $1)) as last`,
    [loan.loanId],
  )
  if (last !== null && on < last) throw new Refusal('DATE_BEFORE_LAST_EVENT')
  return loan
}
