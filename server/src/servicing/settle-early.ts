import type { Context } from '../context.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { mutation } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { insertInstallments } from './disburse-store.ts'
import { type UnpaidInstallment, unpaidOf } from './loan-store.ts'
import { type ChangingLoan, checkChange, holdForChange, notServiced } from './quality/hold.ts'
import { setTerms } from './quality/restructure-store.ts'
import {
  isSame,
  lay,
  needsHistory,
  penaltiesOn,
  refusePayment,
  type Repayment,
  type Standing,
} from './repay-decide.ts'
import { findPayments, paymentHistory } from './repay-store.ts'
import { writePayments } from './repay-write.ts'
import { holdLoans, type RecordedRepayment, tell } from './repay.ts'
import type { BusinessDate } from './schedule/index.ts'
import { stillOwed, supersede } from './settle-store.ts'

/**
 * Takes the payment with which a borrower pays a whole loan before its time: everything that is overdue, the period
 * that runs on that day with its interest, and all principal after it. Interest of later periods falls away: one
 * installment of principal alone, due on that day, takes the place of theirs. More than that is excess.
 * Idempotent by reference, like `recordRepayment`.
 * @throws Refusal SETTLEMENT_TOO_LOW with what it takes; LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, LOAN_ENDED,
 * WRITTEN_OFF_BEFORE, DATE_IN_FUTURE, DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_LAST_EVENT, REFERENCE_REUSED,
 * REPAYMENT_PARTS_TOO_LARGE, PENALTY_ABOVE_LIMIT, INPUT_INVALID
 */
export const settleEarly = mutation<Context, Repayment, RecordedRepayment>({
  operation: 'settleEarly',
  permit: ['operator'],
  async run(tx, payment, { world }) {
    const held = await holdLoans(tx, [payment.loanNumber])
    const before = (await findPayments(tx, [payment.reference])).get(payment.reference)
    if (before) {
      if (isSame(payment, before, true)) return tell(before)
      throw new Refusal('REFERENCE_REUSED')
    }
    const serviced = held.loans.get(payment.loanNumber)
    if (!serviced) throw notServiced(payment.loanNumber, held.known)
    const loan = await checkChange(tx, serviced, payment.paidOn)
    const refusal = refusePayment(payment, loan)
    if (refusal) throw refusal
    const plan = await planSettlement(tx, loan, payment)
    const price = priceOf(plan, payment)
    if (payment.amount < price) throw new Refusal('SETTLEMENT_TOO_LOW', { amount: price })
    const standing =
      plan.later.length > 0 ? await endSchedule(tx, world, plan, payment.paidOn) : plan.standing
    const laid = lay(payment, standing)
    const [row] = await writePayments(tx, world, held, [{ payment, standing, laid, settles: true }])
    if (!row) throw new Error('the payment was not written')
    return tell(row)
  },
})

/** Rupiah that it takes to pay a loan off on a day, without a fee. A question: it changes nothing. */
export async function settlementPrice(
  tx: Transaction,
  loanNumber: string,
  on: BusinessDate,
): Promise<number> {
  const loan = await holdForChange(tx, loanNumber, on)
  return priceOf(await planSettlement(tx, loan, { paidOn: on }), { paidOn: on })
}

type Plan = {
  loan: ChangingLoan
  /** The loan with the installments up to the period that runs. */
  standing: Standing
  /** Those after it. */
  later: readonly UnpaidInstallment[]
}

async function planSettlement(
  tx: Transaction,
  loan: ChangingLoan,
  payment: Pick<Repayment, 'penalty' | 'paidOn'>,
): Promise<Plan> {
  const all = (await unpaidOf(tx, [loan.loanId])).get(loan.loanId) ?? []
  const late = needsHistory(payment, all, loan) ? [loan.loanId] : []
  const history = (await paymentHistory(tx, late)).get(loan.loanId) ?? []
  const unpaid = all.filter(({ dueDate }) => dueDate <= loan.periodEnd)
  return {
    loan,
    standing: { loan, unpaid, history },
    later: all.filter(({ dueDate }) => dueDate > loan.periodEnd),
  }
}

const principalLeft = (rows: readonly UnpaidInstallment[]): number =>
  rows.reduce((sum, { principal, principalPaid }) => sum + principal - principalPaid, 0)
const interestLeft = (rows: readonly UnpaidInstallment[]): number =>
  rows.reduce((sum, { interest, interestPaid }) => sum + interest - interestPaid, 0)

function priceOf(
  { standing, later }: Plan,
  { penalty, fee = 0, paidOn }: Pick<Repayment, 'penalty' | 'fee' | 'paidOn'>,
): number {
  const owed = [...penaltiesOn(standing, paidOn).values()].reduce((sum, part) => sum + part, 0)
  const principal = principalLeft(standing.unpaid) + principalLeft(later)
  return principal + interestLeft(standing.unpaid) + (penalty ?? owed) + fee
}

/**
 * Puts one installment of principal in the place of all that come after the period that runs. Each funding gets of it
 * what it is owed and does not get of those before it.
 */
async function endSchedule(
  tx: Transaction,
  { config }: Context,
  { loan, standing, later }: Plan,
  on: BusinessDate,
): Promise<Standing> {
  const last = {
    loanId: loan.loanId,
    no: loan.lastNo + 1,
    version: loan.version + 1,
    dueDate: on,
    principal: principalLeft(later),
    interest: 0,
  }
  await supersede(
    tx,
    loan.loanId,
    later.map(({ no }) => no),
    on,
  )
  await insertInstallments(tx, [last])
  const owed = await stillOwed(tx, loan.loanId, standing.unpaid)
  const terms = {
    loanId: loan.loanId,
    version: last.version,
    firstNo: last.no,
    interestDue: interestLeft(standing.unpaid),
    shares: owed.map(({ lenderId, fundingId, principalDue, principal, interest }) => ({
      lenderId,
      fundingId,
      share: { principal: [principalDue - principal], interest: [0] },
      interestDue: interest,
    })),
  }
  await setTerms(tx, terms, config.PENALTY_MAXIMUM_FRACTION)
  const end = { ...last, principalPaid: 0, interestPaid: 0, penaltyPaid: 0 }
  return { ...standing, unpaid: [...standing.unpaid, end] }
}
