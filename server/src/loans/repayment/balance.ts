import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { ServicedLoan } from '../disbursement/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type LoanBalance, needsHistory, penaltiesOn } from './decide.ts'
import { type Owing, owingOf, reachedBy } from './installments.ts'
import { paymentHistory } from './store.ts'

type ChargedLoan = Pick<ServicedLoan, 'loanId' | 'penaltyPpmPerDay' | 'penaltyRoom' | 'disbursedOn'>

/**
 * What these loans owe for payments of these amounts and value dates, in the given order: at least the installments that
 * each payment can reach.
 */
export async function balancesFor<Loan extends ChargedLoan>(
  tx: Queryable,
  payments: readonly { loan: Loan; on: BusinessDate; amount: number }[],
): Promise<LoanBalance<Loan>[]> {
  const asked = payments.map(({ loan: { loanId }, on, amount }) => ({ loanId, on, amount }))
  return withPenalties(tx, payments, await reachedBy(tx, asked))
}

export async function balanceOn<Loan extends ChargedLoan>(
  tx: Queryable,
  loan: Loan,
  on: BusinessDate,
): Promise<LoanBalance<Loan>> {
  const [balance] = await withPenalties(tx, [{ loan, on }], await owingOf(tx, [loan]))
  return balance ?? { loan, installments: [], penalties: new Map(), left: 0 }
}

async function withPenalties<Loan extends ChargedLoan>(
  tx: Queryable,
  asked: readonly { loan: Loan; on: BusinessDate }[],
  owing: ReadonlyMap<number, Owing>,
): Promise<LoanBalance<Loan>[]> {
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
