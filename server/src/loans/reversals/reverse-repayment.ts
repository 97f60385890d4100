import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { ServicedLoan } from '../disbursement/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import {
  finishCorrection,
  lastDaysOf,
  lockLoans,
  negatePayments,
  reallocate,
  type RecordedRepayment,
  refusePayment,
  type Repayment,
  repaymentEffect,
  reverseNegated,
  setStatusFromTerms,
} from '../repayment/index.ts'
import {
  changesSince,
  dropVersion,
  loansOfReference,
  refreshLoan,
  standingPayment,
  type UnreversedPayment,
} from './store.ts'

export type ReverseRepayment = {
  reference: string
  /** Its loan, where the transfer paid several. */
  loanNumber?: string | undefined
  /** The reason of the reversal, for the audit trail; it must not contain personal data. */
  reason: string
  /** The right value date, if only that or the amount was wrong: the payment is recorded again with it. */
  paidOn?: BusinessDate
  /** The right amount in whole rupiah, likewise. */
  amount?: number
}

/** The reversed payment; amounts in whole rupiah. `tax` is what was given back of it, as the months of the lenders round. */
export type ReversedRepayment = Pick<
  UnreversedPayment,
  | 'loanNumber'
  | 'loanId'
  | 'amount'
  | 'principal'
  | 'interest'
  | 'penalty'
  | 'fee'
  | 'excess'
  | 'rounding'
  | 'tax'
> & {
  reversalId: string
  /** What the lenders owe, because their free cash did not cover the reversal. */
  owed: number
  /** What the tax office and the platform owe, because the reversed tax and fee had already been paid out to them. */
  claimed: number
  /** References of later payments that were allocated anew. */
  moved: string[]
  /** The payment as recorded again with the right date and amount; null if it was only reversed. */
  corrected: RecordedRepayment | null
}

/**
 * Reverses a payment that was recorded wrongly: each lender returns what they received, tax, fee and excess return too,
 * and the loan owes as before. Payments with later value dates are allocated anew in the same transaction, as if it had
 * never been recorded. What a lender no longer has becomes a receivable, collected from their next cash. The reversal is
 * recorded today; closed days keep their figures. With a right date or amount the payment is recorded again at once, and
 * the lenders see only the difference.
 * @throws Refusal PAYMENT_NOT_FOUND, REVERSED_BEFORE, LOAN_CHANGED_SINCE, EXCESS_PAID_OUT, INPUT_INVALID, and with a
 *   right date or amount those of `recordRepayment`
 */
export const reverseRepayment = mutation<Context, ReverseRepayment, ReversedRepayment>({
  operation: 'reverseRepayment',
  permit: ['operator'],
  secondPair: { read: amountOf },
  async run(tx, { reference, loanNumber: named, reason, ...right }, { context }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    const loanNumber = await loanOf(tx, reference, named)
    const locked = await lockLoans(tx, [loanNumber])
    const loan = required(locked.loans.get(loanNumber), 'REVERSED_BEFORE')
    const { loanId } = loan
    const payment = required(await standingPayment(tx, loanId, reference), 'REVERSED_BEFORE')
    const changes = await changesSince(tx, payment.id)
    if (changes.changed) throw new Refusal('LOAN_CHANGED_SINCE')
    const added = await correctedOf(tx, loan, payment, right)
    const reversalId = context.random.uuid()
    const negated = await negatePayments(tx, [{ paymentId: payment.id, reversalId }])
    loan.penaltyRoom += payment.penalty
    loan.roundingRoom += payment.rounding
    if (changes.settledVersion !== null) await dropVersion(tx, loanId, changes.settledVersion)
    await setStatusFromTerms(tx, loanId)
    const from = added && added.payment.paidOn < payment.paidOn ? added.payment.paidOn : payment.paidOn
    const taken = negated.map(({ installments }) => ({ paidOn: payment.paidOn, reference, installments }))
    const later = await reallocate(tx, context, locked, {
      ...{ loan, from, reason, taken },
      ...(added ? { added } : {}),
    })
    if (later instanceof Refusal) throw later
    const reversed = await reverseNegated(tx, context, negated, { loanId, reason })
    const { owed, claimed } = await finishCorrection(tx, context, {
      loanNumber,
      ref: reversalId,
      reversed: [...later.reversed, ...reversed],
      paymentIds: [reversalId, ...later.paymentIds, ...(later.row ? [later.row.id] : [])],
    })
    await refreshLoan(tx, loanId)
    const { amount, principal, interest, penalty, fee, excess, rounding } = payment
    const tax = negated.reduce((sum, one) => sum + one.tax, 0)
    const parts = { amount, principal, interest, penalty, fee, excess, rounding, tax }
    const { moved, row } = later
    const corrected = row ? repaymentEffect(row).answer : null
    const { paidOn: recordedOn, amount: recorded } = row ?? {}
    return {
      answer: { loanNumber, loanId, reversalId, ...parts, owed, claimed, moved, corrected },
      subject: `loan:${loanId}`,
      detail: {
        ...{ reversalId, reference, amount, owed, claimed, moved: moved.length },
        ...(row ? { recordedOn, recorded } : {}),
      },
    }
  },
})

/**
 * The loan whose payment is meant: the named one, or the only one with a payment under this reference.
 * @throws Refusal PAYMENT_NOT_FOUND
 * @throws ColumnFault when several loans have one and none is named
 */
async function loanOf(tx: Transaction, reference: string, named: string | undefined): Promise<string> {
  const loans = await loansOfReference(tx, reference)
  if (named !== undefined)
    return required(
      loans.find(({ loanNumber }) => loanNumber === named),
      'PAYMENT_NOT_FOUND',
    ).loanNumber
  const standing = loans.filter(({ reversed }) => !reversed)
  if (standing.length > 1)
    throw new ColumnFault(
      'loan_number',
      `${reference} membayar beberapa pinjaman: sebutkan satu, ${standing.map(({ loanNumber }) => loanNumber).join(', ')}`,
    )
  return required(standing[0] ?? loans[0], 'PAYMENT_NOT_FOUND').loanNumber
}

/**
 * The payment with its right date or amount; null if it is only reversed.
 * @throws Refusal if it is recorded so already, cannot be recorded so, or settled the loan: then the settlement is recorded by itself
 */
async function correctedOf(
  tx: Transaction,
  loan: ServicedLoan,
  { reference, settles, occurrence, fee, askedPenalty, ...recorded }: UnreversedPayment,
  right: { paidOn?: BusinessDate; amount?: number },
): Promise<{ payment: Repayment; occurrence: number } | null> {
  const { paidOn = recorded.paidOn, amount = recorded.amount } = right
  if (paidOn === recorded.paidOn && amount === recorded.amount) {
    if (right.paidOn === undefined && right.amount === undefined) return null
    // A correction that is given again, as after a crash, must not take the right payment back.
    throw new Refusal(occurrence > 1 ? 'REVERSED_BEFORE' : 'INPUT_INVALID')
  }
  if (settles) throw new Refusal('INPUT_INVALID')
  const payment: Repayment = {
    ...{ loanNumber: loan.loanNumber, reference, paidOn, amount },
    ...(fee > 0 ? { fee } : {}),
    ...(askedPenalty === null ? {} : { penalty: askedPenalty }),
  }
  const refusal = refusePayment(payment, loan)
  if (refusal) throw refusal
  const { changedOn = null } = (await lastDaysOf(tx, [loan.loanId])).get(loan.loanId) ?? {}
  if (changedOn !== null && paidOn < changedOn) throw new Refusal('DATE_BEFORE_CHANGE')
  return { payment, occurrence: occurrence + 1 }
}

/** What stands of the payments with this reference, or the right amount if it is more; whole rupiah. */
async function amountOf(
  db: Queryable,
  { reference, loanNumber, amount = 0 }: ReverseRepayment,
): Promise<number> {
  const paid = await maybe<{ standing: number }>(
    db,
    'loans.reversals.standing_amount',
    `select coalesce(sum(p.amount), 0)::bigint as standing from standing_payment p join loan l on l.id = p.loan_id
      where p.reference = $1 and ($2::text is null or l.loan_number = $2)`,
    [reference, loanNumber ?? null],
  )
  return Math.max(paid?.standing ?? 0, amount)
}
