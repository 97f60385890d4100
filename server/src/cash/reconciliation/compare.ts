import type { WithdrawalState } from '../withdrawal/index.ts'
import { sum } from '../../platform/sum.ts'

/** A withdrawal by our books; whole rupiah. */
export type OurWithdrawal = {
  state: WithdrawalState
  amount: number
  /** The amount that the bank returned after paying, and that was credited to the lender. */
  returned: number
  /** Whether the bank must list it, because it was paid on a day whose statement was read. */
  due: boolean
}

/**
 * A payment to a virtual account by our books; whole rupiah. `amount` is null if it was never reported; `sentBack` is
 * what an operator returned at the bank.
 */
export type OurPayment = {
  amount: number | null
  sentBack: number
  due: boolean
  /** Whether the bank must list what was sent back by now. */
  sentBackDue: boolean
}

/** One line of a bank's statement, whole rupiah. */
export type TheirLine = { type: 'DEBIT' | 'CREDIT'; amount: number }

/**
 * How our books and a bank statement can differ. Of a withdrawal: MISSING: paid here, not listed. AMOUNT: another
 * amount. TWICE: sent twice. GIVEN_BACK: paid here, returned by the bank and not credited to the lender.
 * GIVEN_BACK_TOO_MUCH: more was returned than sent. NOT_GIVEN_BACK: credited to the lender as returned, but not or no
 * longer listed as such. PAID_AFTER_RETURN: paid by the bank, returned to the lender here. PAID_BUT_OPEN: paid by the
 * bank, still pending here. Of a payment: NO_NOTICE: listed and never notified. NO_LINE: reported by a notice or an
 * operator and not listed after a day. PAYMENT_AMOUNT: another amount. NOT_SENT_BACK: recorded as returned to its payer
 * and not listed. Of repayments, disbursements and payouts: NOT_RECEIVED and NOT_SENT: recorded and not listed in time.
 * TRANSFER_AMOUNT: another amount than is recorded under this reference, below zero where it went out. UNKNOWN_DEBIT and UNKNOWN_CREDIT: a line that
 * matches nothing in our books.
 */
export type DifferenceKind =
  | 'MISSING'
  | 'AMOUNT'
  | 'TWICE'
  | 'GIVEN_BACK'
  | 'GIVEN_BACK_TOO_MUCH'
  | 'NOT_GIVEN_BACK'
  | 'PAID_AFTER_RETURN'
  | 'PAID_BUT_OPEN'
  | 'NO_NOTICE'
  | 'NO_LINE'
  | 'PAYMENT_AMOUNT'
  | 'NOT_SENT_BACK'
  | 'NOT_RECEIVED'
  | 'NOT_SENT'
  | 'TRANSFER_AMOUNT'
  | 'UNKNOWN_DEBIT'
  | 'UNKNOWN_CREDIT'

/** One difference; the amounts in whole rupiah by our books and by the statement, null on a side that has none. */
export type Difference = { kind: DifferenceKind; ours: number | null; theirs: number | null }

/**
 * The sums that a bank sent and returned for a withdrawal by its statements, and the net amount that our books expect.
 */
export type TransferTotals = { sent: number; back: number; net: number; expected: number }

/**
 * The transfer totals of a withdrawal over all its statement lines. A credit that recovers a duplicate transfer cancels
 * that transfer; only what is returned beyond it belongs to the lender.
 */
export function transferTotalsOf(ours: OurWithdrawal, lines: readonly TheirLine[]): TransferTotals {
  const total = (type: TheirLine['type']) =>
    sum(lines.filter((line) => line.type === type).map(({ amount }) => amount))
  const back = total('CREDIT')
  const wasPaid = ours.state === 'PAID' || ours.returned > 0
  // A credit implies a transfer, even if that was listed before statement lines were stored.
  const isBefore = wasPaid && back > 0 && !lines.some(({ type }) => type === 'DEBIT')
  const sent = isBefore ? ours.amount : total('DEBIT')
  return { sent, back, net: sent - back, expected: wasPaid ? ours.amount - ours.returned : 0 }
}

/** The difference between books and statement over a withdrawal with all its lines; null when they agree. */
export function compareWithdrawal(ours: OurWithdrawal, lines: readonly TheirLine[]): Difference | null {
  const { state, amount, returned, due } = ours
  const difference = (kind: DifferenceKind, theirs: number | null): Difference => ({
    kind,
    ours: amount,
    theirs,
  })
  const wasPaid = state === 'PAID' || returned > 0
  if (lines.length === 0) return state === 'PAID' && due ? difference('MISSING', null) : null
  const totals = transferTotalsOf(ours, lines)
  if (totals.net < 0) return difference('GIVEN_BACK_TOO_MUCH', totals.back)
  if (totals.net === totals.expected) return null
  if (!wasPaid) return difference(state === 'RETURNED' ? 'PAID_AFTER_RETURN' : 'PAID_BUT_OPEN', totals.net)
  return difference(...classifyPaid(totals, returned, lines))
}

function classifyPaid(
  { back, net, expected }: TransferTotals,
  returned: number,
  lines: readonly TheirLine[],
): [DifferenceKind, number] {
  if (net < expected && back > returned) return ['GIVEN_BACK', expected - net]
  if (net > expected && back < returned) return ['NOT_GIVEN_BACK', back]
  const isTwice = net > expected && lines.filter(({ type }) => type === 'DEBIT').length > 1
  return [isTwice ? 'TWICE' : 'AMOUNT', net]
}

/** The difference between books and statement over a payment with all its lines; null when they agree. */
export function comparePayment(
  { amount, sentBack, due, sentBackDue }: OurPayment,
  lines: readonly TheirLine[],
): Difference | null {
  const theirs = sum(lines.map((line) => (line.type === 'CREDIT' ? line.amount : -line.amount)))
  if (amount === null) return theirs > 0 ? { kind: 'NO_NOTICE', ours: null, theirs } : null
  if (lines.length === 0) return due && amount > 0 ? { kind: 'NO_LINE', ours: amount, theirs: null } : null
  if (sentBack > 0 && sentBackDue && theirs === amount)
    return { kind: 'NOT_SENT_BACK', ours: amount - sentBack, theirs }
  // A returned payment may be listed under the payment's own id or under another one.
  if (theirs === amount || theirs === amount - sentBack) return null
  return { kind: 'PAYMENT_AMOUNT', ours: amount - sentBack, theirs }
}

/** Movements under one name by our books and by the statement: above zero what came in, null where there is none. */
export type Transfer = { ours: number | null; theirs: number | null; due: boolean }

/** The difference between books and statement over the movements of a name; null when they agree. */
export function compareTransfer({ ours, theirs, due }: Transfer): Difference | null {
  if (ours === null || ours === theirs) return null
  if (theirs !== null) return { kind: 'TRANSFER_AMOUNT', ours, theirs }
  if (!due || ours === 0) return null
  return { kind: ours > 0 ? 'NOT_RECEIVED' : 'NOT_SENT', ours: Math.abs(ours), theirs: null }
}

/** The difference for a line that matches nothing in our books. */
export const unknownLineOf = ({ type, amount }: TheirLine): Difference => ({
  kind: type === 'DEBIT' ? 'UNKNOWN_DEBIT' : 'UNKNOWN_CREDIT',
  ours: null,
  theirs: amount,
})
