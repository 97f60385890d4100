import type { Context } from '../../context.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type Effect, mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertInstallments, notServiced } from '../disbursement/index.ts'
import {
  type LockedLoans,
  type OwingInstallment,
  balanceOn,
  ofLoan,
  priorRecordOf,
  allocatePayment,
  refusePayment,
  refusePenalty,
  type Repayment,
  type LoanBalance,
  findPayments,
  writePayments,
  lockLoans,
  type RecordedRepayment,
  repaymentEffect,
} from '../repayment/index.ts'
import { type ChangingLoan, checkChange, lockLoanForQuote } from './lock-loan.ts'
import { setTerms } from './restructure-store.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { stillOwed, supersede } from './settle-store.ts'

/**
 * Records the payment with which a borrower pays off a whole loan early: everything overdue, the current period with
 * its interest, and all later principal. Interest of later periods is waived: one installment of principal, due on that
 * day, replaces the later installments. Any amount above that is excess. Idempotent by reference, like
 * `recordRepayment`.
 * @throws Refusal SETTLEMENT_TOO_LOW with the required amount; LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, LOAN_ENDED,
 *   WRITTEN_OFF_BEFORE, DATE_IN_FUTURE, DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_LAST_EVENT, REFERENCE_REUSED,
 *   PAYMENT_REVERSED, REPAYMENT_PARTS_TOO_LARGE, PENALTY_ABOVE_LIMIT, PENALTY_NOT_DUE, INPUT_INVALID
 */
export const settleEarly = mutation<Context, Repayment, RecordedRepayment>({
  operation: 'settleEarly',
  permit: ['operator'],
  secondPair: { amount: ({ amount }) => amount },
  async run(tx, payment, { context }) {
    return record(tx, context, await lockLoans(tx, [payment.loanNumber]), payment)
  },
})

async function record(
  tx: Transaction,
  context: Context,
  locked: LockedLoans,
  payment: Repayment,
): Promise<Effect<RecordedRepayment>> {
  const before = (await findPayments(tx, [payment.reference])).get(payment.reference) ?? []
  const known = priorRecordOf(payment, before, true)
  if (known instanceof Refusal) throw known
  if (known) return repaymentEffect(known, { repeated: true })
  const serviced = locked.loans.get(payment.loanNumber)
  if (!serviced) throw notServiced(payment.loanNumber, locked.known)
  const loan = await checkChange(tx, serviced, payment.paidOn)
  const refusal = refusePayment(payment, loan)
  if (refusal) throw refusal
  const plan = await planSettlement(tx, loan, payment.paidOn)
  const penaltyRefusal = refusePenalty(payment, plan.balance)
  if (penaltyRefusal) throw penaltyRefusal
  const price = priceOf(plan, payment)
  if (payment.amount < price) throw new Refusal('SETTLEMENT_TOO_LOW', { amount: price })
  const balance = plan.later.length > 0 ? await endSchedule(tx, plan, payment.paidOn) : plan.balance
  const decided = { payment, balance, allocation: allocatePayment(payment, balance), settles: true }
  const [row] = await writePayments(tx, context, locked, [
    { ...decided, occurrence: ofLoan(payment, before).length + 1 },
  ])
  if (!row) throw new Error('the payment was not written')
  return repaymentEffect(row)
}

/** What a loan costs on a day if nothing is recorded before, in whole rupiah and without a fee. */
export type LoanQuote = {
  /** What has fallen due by then and is unpaid, with its penalties. */
  owed: number
  penalty: number
  price: number
}

/** Quotes a loan on a day, which may be to come. Changes no data. */
export async function quoteLoan(tx: Transaction, loanNumber: string, on: BusinessDate): Promise<LoanQuote> {
  const plan = await planSettlement(tx, await lockLoanForQuote(tx, loanNumber, on), on)
  const due = plan.balance.installments.filter(({ dueDate }) => dueDate <= on)
  const penalty = penaltyOf(plan.balance)
  return { owed: principalLeft(due) + interestLeft(due) + penalty, penalty, price: priceOf(plan, {}) }
}

type Plan = {
  loan: ChangingLoan
  /** The loan's balance, with the installments up to the current period. */
  balance: LoanBalance
  /** The installments after the current period. */
  later: readonly OwingInstallment[]
}

async function planSettlement(tx: Transaction, loan: ChangingLoan, paidOn: BusinessDate): Promise<Plan> {
  const { installments, penalties, left } = await balanceOn(tx, loan, paidOn)
  const inForce = installments.filter(({ replaced }) => !replaced)
  return {
    loan,
    balance: {
      loan,
      installments: inForce.filter(({ dueDate }) => dueDate <= loan.periodEnd),
      penalties,
      left,
    },
    later: inForce.filter(
      (one) => one.dueDate > loan.periodEnd && principalLeft([one]) + interestLeft([one]) > 0,
    ),
  }
}

const principalLeft = (rows: readonly OwingInstallment[]): number =>
  rows.reduce((sum, { principal, principalPaid }) => sum + principal - principalPaid, 0)
const interestLeft = (rows: readonly OwingInstallment[]): number =>
  rows.reduce((sum, { interest, interestPaid }) => sum + interest - interestPaid, 0)

function priceOf({ balance, later }: Plan, { penalty, fee = 0 }: Pick<Repayment, 'penalty' | 'fee'>): number {
  const principal = principalLeft(balance.installments) + principalLeft(later)
  return principal + interestLeft(balance.installments) + (penalty ?? penaltyOf(balance)) + fee
}

const penaltyOf = ({ penalties }: LoanBalance): number =>
  [...penalties.values()].reduce((total, part) => total + part, 0)

/**
 * Replaces all installments after the current period with one of principal. Each funding's share in it is its unpaid
 * principal beyond its shares in the earlier installments.
 */
async function endSchedule(
  tx: Transaction,
  { loan, balance, later }: Plan,
  on: BusinessDate,
): Promise<LoanBalance> {
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
  const owed = await stillOwed(tx, loan.loanId, balance.installments)
  const terms = {
    loanId: loan.loanId,
    version: last.version,
    firstNo: last.no,
    endsPenalty: false,
    interestDue: interestLeft(balance.installments),
    shares: owed.map(({ lenderId, fundingId, principalDue, principal, interest }) => ({
      lenderId,
      fundingId,
      share: { principal: [principalDue - principal], interest: [0] },
      interestDue: interest,
    })),
  }
  await setTerms(tx, terms)
  const end = { ...last, principalPaid: 0, interestPaid: 0, penaltyPaid: 0, replaced: false }
  const installments = [...balance.installments, end]
  return { ...balance, installments, left: principalLeft(installments) + interestLeft(installments) }
}
