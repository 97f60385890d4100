import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { ServicedLoan } from '../disbursement/index.ts'
import type { Queryable } from '../platform/db/database.ts'
import { type LoanBalance, needsHistory, penaltiesOn } from './decide.ts'
import { owingOf } from './installments.ts'
import { paymentHistory } from './store.ts'

/** The fields of a loan that its penalty depends on. */
type ChargedLoan = Pick<ServicedLoan, 'loanId' | 'penaltyPpmPerDay' | 'penaltyRoom' | 'disbursedOn'>

/**
 * What each of these loans owes on a day, in the given order; with an amount, only the installments that a payment of it
 * can reach.
 */
export async function balancesOn<Loan extends ChargedLoan>(
  tx: Queryable,
  asked: readonly { loan: Loan; on: BusinessDate; amount: number | null }[],
): Promise<LoanBalance<Loan>[]> {
  if (asked.length === 0) return []
  const owing = await owingOf(
    tx,
    asked.map(({ loan: { loanId }, on, amount }) => ({ loanId, on, amount })),
  )
  const installmentsOf = ({ loanId }: Loan) => owing.get(loanId)?.installments ?? []
  const late = asked.filter(({ loan, on }) => needsHistory(on, installmentsOf(loan), loan))
  const history = await paymentHistory(
    tx,
    late.map(({ loan }) => loan.loanId),
  )
  return asked.map(({ loan, on }) => {
    const installments = installmentsOf(loan)
    const paid = history.get(loan.loanId)
    const penalties = paid ? penaltiesOn(loan, installments, paid, on) : new Map<number, number>()
    return { loan, installments, penalties, left: owing.get(loan.loanId)?.left ?? 0 }
  })
}

/** What a loan owes on a day. */
export async function balanceOn<Loan extends ChargedLoan>(
  tx: Queryable,
  loan: Loan,
  on: BusinessDate,
): Promise<LoanBalance<Loan>> {
  const [balance] = await balancesOn(tx, [{ loan, on, amount: null }])
  return balance ?? { loan, installments: [], penalties: new Map(), left: 0 }
}
