import { one } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { knownLoans, lockServicing, type ServicedLoan } from '../loan-store.ts'
import type { BusinessDate } from '../schedule/index.ts'

/** A loan whose terms or standing may change on a day. */
export type ChangingLoan = ServicedLoan & {
  /** The highest number of an installment, in whatever version. */
  lastNo: number
  /** When the period of the terms in force ends that runs on that day; the day itself where none does any more. */
  periodEnd: BusinessDate
}

type Standing = Pick<ChangingLoan, 'lastNo' | 'periodEnd'> & {
  status: string
  lastEvent: BusinessDate | null
}

/**
 * Locks a loan whose terms or standing are about to change on a day. It is the first lock of the verb (`lockServicing`);
 * no cash is locked after it, and of the position only that of a loan that nobody can fund any more.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, and as `checkChange`
 */
export async function holdForChange(
  tx: Transaction,
  loanNumber: string,
  on: BusinessDate,
): Promise<ChangingLoan> {
  const loan = (await lockServicing(tx, [loanNumber])).get(loanNumber)
  if (!loan) throw notServiced(loanNumber, await knownLoans(tx, [loanNumber]))
  return checkChange(tx, loan, on)
}

/** Why there is nothing to change of a loan that is not serviced. */
export const notServiced = (loanNumber: string, known: ReadonlySet<string>): Refusal =>
  new Refusal(known.has(loanNumber) ? 'LOAN_NOT_DISBURSED' : 'LOAN_NOT_FOUND')

/**
 * Whether a loan that is locked may change on a day.
 * @throws Refusal LOAN_ENDED, WRITTEN_OFF_BEFORE, DATE_IN_FUTURE, DATE_BEFORE_DISBURSEMENT, and DATE_BEFORE_LAST_EVENT,
 * because what was paid or agreed on after that day is history
 */
export async function checkChange(
  tx: Transaction,
  loan: ServicedLoan,
  on: BusinessDate,
): Promise<ChangingLoan> {
  // A statement of its own behind the lock: what whoever held it before has done is seen.
  const { status, lastEvent, lastNo, periodEnd } = await one<Standing>(
    tx,
    'quality.standing',
    `select p.status, i.last_no as "lastNo", i.period_end as "periodEnd",
            greatest(i.superseded_on, (select max(paid_on) from loan_payment where loan_id = $1)) as "lastEvent"
       from loan_position p cross join lateral (
              select max(no) as last_no, max(superseded_on) as superseded_on,
                     coalesce(min(due_date) filter (where superseded_on is null and version = $3 and due_date >= $2),
                              $2::date) as period_end
                from installment where loan_id = p.loan_id
            ) i
      where p.loan_id = $1`,
    [loan.loanId, on, loan.version],
  )
  if (status === 'WRITTEN_OFF') throw new Refusal('WRITTEN_OFF_BEFORE')
  if (status === 'REPAID' || loan.principalDue === 0) throw new Refusal('LOAN_ENDED')
  if (on > loan.today) throw new Refusal('DATE_IN_FUTURE')
  if (on < loan.disbursedOn) throw new Refusal('DATE_BEFORE_DISBURSEMENT')
  if (lastEvent !== null && on < lastEvent) throw new Refusal('DATE_BEFORE_LAST_EVENT')
  return { ...loan, lastNo, periodEnd }
}
