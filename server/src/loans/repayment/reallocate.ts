import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import type { Reversed } from '../../books/index.ts'
import type { ServicedLoan } from '../disbursement/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Repayment } from './decide.ts'
import type { LockedLoans } from './lock-loans.ts'
import { type Negated, negatePayments, reverseNegated, setStatusFromTerms } from './negate.ts'
import { type Before, byValueDate, comesBefore, type Replayed, replay, withParts } from './replay.ts'
import { allInstallments, isExcessPaidOut, type StandingPayment, standingFrom } from './standing.ts'
import { type PaymentRow, paymentHistory } from './store.ts'
import { writePayments } from './write.ts'
import { sum } from '../../platform/sum.ts'

export type Reallocated = {
  /** The new payment as recorded; null if there was none. */
  row: PaymentRow | null
  /** Whether the loan is repaid now and was not before. */
  repaid: boolean
  /** References of the payments whose allocation changed, in their order. */
  moved: string[]
  /** The ids of the payments that negate these, and of their new records. */
  paymentIds: string[]
  /** What was taken from lenders for these reversals, once for each lender and payment. */
  reversed: Reversed[]
}

export type Taken = Pick<Repayment, 'paidOn' | 'reference'> & Pick<Negated, 'installments'>

/**
 * Allocates the payments of a loan by value date from a day on, with a new one among them or after one was reversed. A
 * payment whose allocation changes is reversed and recorded again, both today; the others are not touched. So the loan,
 * its penalties and the lenders' shares depend only on the payments that stand, never on the order in which they were
 * recorded. Closed days and statements keep their figures. The negations are written first, so that the tax of the new
 * records follows from months without them; but what the lenders get is posted before what is taken from them, so that
 * only a net loss can become a receivable. The caller has locked the loan, and ends with
 * `finishCorrection`.
 * @returns the refusal of the new payment; EXCESS_PAID_OUT if excess that the borrower got back is needed again
 */
export async function reallocate(
  tx: Transaction,
  context: Context,
  locked: LockedLoans,
  {
    loan,
    from,
    reason,
    added,
    taken = [],
    whole = false,
  }: {
    loan: ServicedLoan
    from: BusinessDate
    /** Why payments are reversed, for the audit trail. */
    reason: string
    added?: { payment: Repayment; occurrence: number }
    taken?: readonly Taken[]
    /** Whether all of them are recorded again, because other lenders receive them. */
    whole?: boolean
  },
): Promise<Reallocated | Refusal> {
  const standing = await standingFrom(tx, loan.loanId, from)
  const recorded = new Map(standing.map((row) => [row.reference, row]))
  const placed = [
    ...standing.map((row) => ({ payment: asRepayment(loan.loanNumber, row), isNew: false })),
    ...(added ? [{ payment: added.payment, isNew: true }] : []),
  ].sort((a, b) => byValueDate(a.payment, b.payment))
  const replayed = replay(await withoutPayments(tx, loan, standing), placed)
  if (replayed instanceof Refusal) return replayed
  const changed = whole ? replayed : changedOf(replayed, recorded, taken)
  const moved = changed.flatMap(({ payment }) => recorded.get(payment.reference) ?? [])
  const excess =
    sum(changed.map(({ allocation }) => allocation.excess)) - sum(moved.map((payment) => payment.excess))
  if (await isExcessPaidOut(tx, loan.loanId, excess)) return new Refusal('EXCESS_PAID_OUT')

  const negations = moved.map(({ id }) => ({ paymentId: id, reversalId: context.random.uuid() }))
  const negated = await negatePayments(tx, negations)
  loan.penaltyRoom += sum(moved.map(({ penalty }) => penalty))
  loan.roundingRoom += sum(moved.map(({ rounding }) => rounding))
  const decided = changed.map(({ payment, balance, allocation }) => {
    const before = recorded.get(payment.reference)
    const occurrence = before ? before.occurrence + 1 : (added?.occurrence ?? 1)
    return {
      ...{ payment, balance: { ...balance, loan }, allocation, settles: false, occurrence },
      isMoved: before !== undefined,
    }
  })
  const rows = decided.length > 0 ? await writePayments(tx, context, locked, decided) : []
  const reversed = await reverseNegated(tx, context, negated, { loanId: loan.loanId, reason })
  await setStatusFromTerms(tx, loan.loanId)
  return {
    row: rows.find(({ reference }) => !recorded.has(reference)) ?? null,
    repaid: rows.some(({ completes }) => completes) && !moved.some(({ completes }) => completes),
    moved: moved.map(({ reference }) => reference),
    paymentIds: [
      ...negations.map(({ reversalId }) => reversalId),
      ...rows.filter(({ reference }) => recorded.has(reference)).map(({ id }) => id),
    ],
    reversed,
  }
}

const asRepayment = (
  loanNumber: string,
  { reference, paidOn, amount, fee, askedPenalty }: StandingPayment,
): Repayment => ({
  ...{ loanNumber, reference, paidOn, amount },
  ...(fee > 0 ? { fee } : {}),
  ...(askedPenalty === null ? {} : { penalty: askedPenalty }),
})

/** A loan as it is without these payments. */
async function withoutPayments(
  tx: Transaction,
  loan: ServicedLoan,
  payments: readonly StandingPayment[],
): Promise<Before> {
  const { installments, penaltyFromNo, penaltyRoom } = await allInstallments(tx, loan.loanId)
  const parts = payments.flatMap((payment) =>
    payment.parts.map(({ no, principal, interest, penalty }) => ({
      ...{ no, principal: -principal, interest: -interest, penalty: -penalty },
    })),
  )
  const history = (await paymentHistory(tx, [loan.loanId])).get(loan.loanId) ?? []
  return {
    loan: {
      ...loan,
      penaltyRoom: penaltyRoom + sum(payments.map(({ penalty }) => penalty)),
      roundingRoom: loan.roundingRoom + sum(payments.map(({ rounding }) => rounding)),
    },
    installments: withParts(installments, parts),
    penaltyFromNo,
    history: [
      ...history,
      ...payments.map(({ paidOn, principal, interest }) => ({ paidOn, amount: -principal - interest })),
    ],
  }
}

/**
 * The payments that are new, have other parts than recorded, or touch an installment that such a payment or a reversed
 * one before it touches: of these the lenders' shares change.
 */
function changedOf(
  replayed: readonly Replayed[],
  recorded: ReadonlyMap<string, StandingPayment>,
  taken: readonly Taken[],
): Replayed[] {
  const touched = new Set<number>()
  return replayed.filter(({ payment, allocation }) => {
    for (const one of taken)
      if (comesBefore(one, payment)) for (const number of one.installments) touched.add(number)
    const before = recorded.get(payment.reference)
    const numbers = [...allocation.parts, ...(before?.parts ?? [])].map(({ no }) => no)
    const isSame =
      before && nameOf(before) === nameOf(allocation) && !numbers.some((number) => touched.has(number))
    if (!isSame) for (const number of numbers) touched.add(number)
    return !isSame
  })
}

const nameOf = ({ parts, excess }: Pick<Replayed['allocation'], 'parts' | 'excess'>): string =>
  JSON.stringify([
    excess,
    parts.map(({ no, principal, interest, penalty }) => [no, principal, interest, penalty]),
  ])
