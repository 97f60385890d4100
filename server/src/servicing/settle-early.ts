import type { Context } from '../context.ts'
import { one, run } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { mutation } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { insertFundingSchedules, insertInstallments } from './disburse-store.ts'
import { type ServicedLoan, type UnpaidInstallment, unpaidOf } from './loan-store.ts'
import { holdForChange } from './quality/hold.ts'
import { fundingBalances, lastNumber, setBalances, setTerms } from './quality/restructure-store.ts'
import { isSame, lay, penaltiesOn, refusePayment, type Repayment, type Standing } from './repay-decide.ts'
import { claimsOn, findPayments, paymentHistory } from './repay-store.ts'
import { writePayments } from './repay-write.ts'
import { holdLoans, type RecordedRepayment, tell } from './repay.ts'
import type { BusinessDate } from './schedule/index.ts'

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
    const loan = await holdForChange(tx, payment.loanNumber, payment.paidOn)
    const refusal = refusePayment(payment, loan, held.now)
    if (refusal) throw refusal
    const plan = await planSettlement(tx, loan, payment.paidOn)
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
  return priceOf(await planSettlement(tx, loan, on), { paidOn: on })
}

type Plan = {
  /** The loan with the installments up to the period that runs. */
  standing: Standing
  /** Those after it. */
  later: readonly UnpaidInstallment[]
}

async function planSettlement(tx: Transaction, loan: ServicedLoan, on: BusinessDate): Promise<Plan> {
  const unpaid = (await unpaidOf(tx, [loan.loanId])).get(loan.loanId) ?? []
  const { current } = await one<{ current: BusinessDate }>(
    tx,
    'settle.current',
    `select coalesce(min(due_date), $2::date) as current from installment
      where loan_id = $1 and superseded_on is null and due_date >= $2`,
    [loan.loanId, on],
  )
  const history = (await paymentHistory(tx, [loan.loanId])).get(loan.loanId) ?? []
  return {
    standing: { loan, unpaid: unpaid.filter(({ dueDate }) => dueDate <= current), history },
    later: unpaid.filter(({ dueDate }) => dueDate > current),
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

/** Puts one installment of principal in the place of all that come after the period that runs. */
async function endSchedule(
  tx: Transaction,
  { config }: Context,
  { standing, later }: Plan,
  on: BusinessDate,
): Promise<Standing> {
  const { loan, unpaid } = standing
  const version = loan.version + 1
  const last = {
    loanId: loan.loanId,
    no: (await lastNumber(tx, loan.loanId)) + 1,
    version,
    dueDate: on,
    principal: principalLeft(later),
    interest: 0,
  }
  await run(
    tx,
    'settle.supersede',
    `update installment set superseded_on = $3 where loan_id = $1 and no = any($2)`,
    [loan.loanId, later.map(({ no }) => no), on],
  )
  await insertInstallments(tx, [last])
  const shared = await sharesOfEnd(tx, standing, last)
  await insertFundingSchedules(tx, shared)
  await setBalances(
    tx,
    shared.map(({ interestKept, ...funding }) => ({
      ...funding,
      share: { principal: [], interest: [interestKept] },
    })),
  )
  await setTerms(tx, loan.loanId, version, interestLeft(unpaid), config.PENALTY_MAXIMUM_FRACTION)
  const end = { ...last, principalPaid: 0, interestPaid: 0, penaltyPaid: 0 }
  return { ...standing, unpaid: [...unpaid, end] }
}

/** Each funding gets of the last installment what it is owed and does not get of those before it. */
async function sharesOfEnd(
  tx: Transaction,
  { loan, unpaid }: Standing,
  { version, no }: { version: number; no: number },
) {
  const touched = unpaid.map((row) => ({ ...row, begun: row.principalPaid + row.interestPaid > 0 }))
  const claims = [...(await claimsOn(tx, touched)).values()].flat()
  const byFunding = Map.groupBy(claims, ({ fundingId }) => fundingId)
  return (await fundingBalances(tx, loan.loanId)).map(({ lenderId, fundingId, principalDue }) => {
    const own = byFunding.get(fundingId) ?? []
    const principal = own.reduce((sum, claim) => sum + claim.principal - claim.principalGot, 0)
    const interest = own.reduce((sum, claim) => sum + claim.interest - claim.interestGot, 0)
    return {
      loanId: loan.loanId,
      lenderId,
      fundingId,
      version,
      firstNo: no,
      share: { principal: [principalDue - principal], interest: [0] },
      interestKept: interest,
    }
  })
}
