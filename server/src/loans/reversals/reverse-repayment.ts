import type { Context } from '../../context.ts'
import { claimShortfalls, collectReceivables, type Reversed, reverseJournal } from '../../books/index.ts'
import { notifyLenders } from '../../lenders/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { type Repayment, lockLoans, recordIndependentRepayments } from '../repayment/index.ts'
import {
  changesSince,
  dropVersion,
  loansOfReference,
  negatePayment,
  refreshLoan,
  setStatusFromTerms,
  type UnreversedPayment,
  unreversedPayments,
} from './store.ts'
import { taxBackOf } from './tax-back.ts'
import { recordSettlement } from '../terms/index.ts'

export type ReverseRepayment = {
  /** The reference under which the payment was recorded. */
  reference: string
  /** Its loan, where the transfer paid several. */
  loanNumber?: string | undefined
  /** The reason of the reversal, for the audit trail; it must not contain personal data. */
  reason: string
  /** Whether to reverse the later payments of the loan too, and record them again in order. */
  recordAgain?: boolean
}

/** The reversed payment; amounts in whole rupiah. */
export type ReversedRepayment = Pick<
  UnreversedPayment,
  'loanNumber' | 'loanId' | 'amount' | 'principal' | 'interest' | 'penalty' | 'fee' | 'excess' | 'tax'
> & {
  reversalId: string
  /** What the lenders owe, because their free cash did not cover the reversal. */
  owed: number
  /** What the tax office and the platform owe, because the reversed tax and fee had already been paid out to them. */
  claimed: number
  /** References of later payments that were reversed and recorded again. */
  recordedAgain: string[]
}

/**
 * Reverses a payment that was recorded wrongly: each lender returns what they received, tax, fee and excess return too,
 * and the loan owes as before. What a lender no longer has becomes a receivable, collected from their next cash. Only
 * the last payment of a loan can be reversed by itself; with `recordAgain` the later ones are reversed too and recorded
 * anew in the same transaction. The reversal is recorded today; closed days keep their figures.
 * @throws Refusal PAYMENT_NOT_FOUND, REVERSED_BEFORE, PAYMENT_NOT_LAST, LOAN_CHANGED_SINCE, EXCESS_PAID_OUT,
 *   INPUT_INVALID, and the refusals of a later payment that is recorded again
 */
export const reverseRepayment = mutation<Context, ReverseRepayment, ReversedRepayment>({
  operation: 'reverseRepayment',
  permit: ['operator'],
  async run(tx, { reference, loanNumber: named, reason, recordAgain = false }, { context }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    const loanNumber = await loanOf(tx, reference, named)
    const locked = await lockLoans(tx, [loanNumber])
    const { loanId } = required(locked.loans.get(loanNumber), 'REVERSED_BEFORE')
    const unreversed = await unreversedPayments(tx, loanId)
    const place = unreversed.findIndex((payment) => payment.reference === reference)
    const payment = required(unreversed[place], 'REVERSED_BEFORE')
    const later = unreversed.slice(place + 1)
    if (later.length > 0 && !recordAgain) throw new Refusal('PAYMENT_NOT_LAST')
    for (const one of later.toReversed()) await reverseOne(tx, context, one, reason)
    const { reversalId, reversed, taxBack } = await reverseOne(tx, context, payment, reason)
    await recordLaterPayments(tx, context, loanNumber, later)
    const claimed = await claimShortfalls(
      tx,
      context.random,
      [
        { kind: 'TAX_PAYABLE', ownerId: 0 },
        { kind: 'PLATFORM_FEE', ownerId: 0 },
      ],
      reversalId,
    )
    const lenders = reversed.map(({ lenderId }) => lenderId)
    await collectReceivables(tx, context.random, lenders)
    await refreshLoan(tx, loanId)
    await notifyOfCorrection(tx, context, loanNumber, reversed)
    const { amount, principal, interest, penalty, fee, excess } = payment
    const owed = reversed.reduce((sum, one) => sum + one.owed, 0)
    const recordedAgain = later.map((one) => one.reference)
    const parts = { amount, principal, interest, penalty, fee, excess, tax: taxBack }
    return {
      answer: { loanNumber, loanId, reversalId, ...parts, owed, claimed, recordedAgain },
      subject: `loan:${loanId}`,
      detail: { reversalId, reference, amount, owed, claimed, recordedAgain: recordedAgain.length },
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
      `${reference} paid several loans: name one, ${standing.map(({ loanNumber }) => loanNumber).join(', ')}`,
    )
  return required(standing[0] ?? loans[0], 'PAYMENT_NOT_FOUND').loanNumber
}

/** Reverses the last unreversed payment of a loan. */
async function reverseOne(
  tx: Transaction,
  { random }: Context,
  { id, loanId, excess }: UnreversedPayment,
  reason: string,
): Promise<{ reversalId: string; reversed: Reversed[]; taxBack: number }> {
  const changes = await changesSince(tx, id)
  if (changes.changed) throw new Refusal('LOAN_CHANGED_SINCE')
  if (changes.excess < excess) throw new Refusal('EXCESS_PAID_OUT')
  const reversalId = random.uuid()
  const { shares, more } = await taxBackOf(tx, id)
  const reversed = await reverseJournal(tx, random, {
    kind: 'REPAYMENT',
    ref: id,
    reversal: { id: reversalId, kind: 'REPAYMENT', ofId: id, reason },
    history: { type: 5, loanId },
    taxBack: more,
  })
  await negatePayment(tx, id, reversalId, shares)
  if (changes.settledVersion !== null) await dropVersion(tx, loanId, changes.settledVersion)
  await setStatusFromTerms(tx, loanId)
  return { reversalId, reversed, taxBack: shares.reduce((sum, { tax }) => sum + tax, 0) }
}

/** Records the later payments again, which were reversed only to reach an earlier one. */
async function recordLaterPayments(
  tx: Transaction,
  context: Context,
  loanNumber: string,
  later: readonly UnreversedPayment[],
): Promise<void> {
  for (const { reference, paidOn, amount, fee, askedPenalty, settles } of later) {
    const payment: Repayment = {
      ...{ loanNumber, reference, paidOn, amount, again: true },
      ...(fee > 0 ? { fee } : {}),
      ...(askedPenalty === null ? {} : { penalty: askedPenalty }),
    }
    // Locked again, because the loan's balance has changed since.
    const locked = await lockLoans(tx, [loanNumber])
    if (settles) await recordSettlement(tx, context, locked, payment)
    else {
      const [outcome] = await recordIndependentRepayments(tx, context, locked, [payment])
      if (outcome instanceof Refusal) throw outcome
    }
  }
}

async function notifyOfCorrection(
  tx: Transaction,
  { random }: Context,
  loanNumber: string,
  reversed: readonly Reversed[],
): Promise<void> {
  if (reversed.length === 0) return
  await notifyLenders(
    tx,
    'REPAYMENT_CORRECTED',
    reversed.map(({ lenderId, taken, owed }) => ({
      lenderId,
      id: random.uuid(),
      data: { loanNumber, amount: taken, owed },
    })),
  )
}
