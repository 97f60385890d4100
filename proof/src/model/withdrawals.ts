import type { Rupiah } from './arithmetic.ts'
import type { Books } from './books.ts'
import { move } from './cash.ts'
import { brokenWithdrawalRules, endOfTransfer, sentOf, type Verdict, verdictOf } from './rules.ts'

export type WithdrawalRequest = { lender: string; amount: Rupiah; fee: Rupiah; ownAccount: boolean }

/** The allowed answers to a withdrawal. */
export function judgeWithdrawal(
  books: Books,
  { lender, amount, fee, ownAccount }: WithdrawalRequest,
): Verdict {
  return verdictOf([
    !ownAccount && 'WITHDRAWAL_ACCOUNT_MISMATCH',
    ...brokenWithdrawalRules(amount, books.available(lender), fee),
  ])
}

/** The amount that an accepted withdrawal sends to the bank account. */
export function sentBy(books: Books, { lender, amount, fee }: WithdrawalRequest): Rupiah {
  return sentOf(amount, books.available(lender), fee)
}

/** Records an accepted withdrawal: amount and fee are held until the bank has paid or returned it. */
export function recordWithdrawal(books: Books, id: string, request: WithdrawalRequest): void {
  const sent = sentBy(books, request)
  books.lender(request.lender).held += sent + request.fee
  const state = endOfTransfer(sent) === 'LOST' ? 'LOST' : 'UNDER_WAY'
  books.withdrawals.set(id, { lender: request.lender, sent, fee: request.fee, state })
}

/** Removes a withdrawal that was recorded only as a trial. */
export function forgetWithdrawal(books: Books, id: string): void {
  const tried = books.withdrawals.get(id)
  if (tried) books.lender(tried.lender).held -= tried.sent + tried.fee
  books.withdrawals.delete(id)
}

/** How a withdrawal must end. */
export function endOfWithdrawal(books: Books, id: string): 'PAID' | 'RETURNED' | null {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal) return null
  const { state, sent } = withdrawal
  if (state === 'PAID' || state === 'RETURNED') return state
  return state !== 'LOST' && endOfTransfer(sent) === 'PAID' ? 'PAID' : 'RETURNED'
}

/** Records that the bank never received the order of a withdrawal. */
export function loseWithdrawal(books: Books, id: string): void {
  const withdrawal = books.withdrawals.get(id)
  if (withdrawal?.state === 'UNDER_WAY') withdrawal.state = 'LOST'
}

/** Ends a withdrawal once: either paid with its fee, or returned in full (invariant I9). */
export function endWithdrawal(books: Books, id: string): void {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal || withdrawal.state === 'PAID' || withdrawal.state === 'RETURNED') return
  const lender = books.lender(withdrawal.lender)
  const { sent, fee } = withdrawal
  lender.held -= sent + fee
  withdrawal.state = endOfWithdrawal(books, id) ?? 'RETURNED'
  if (withdrawal.state === 'PAID') {
    move(lender, { withdrawn: sent, fees: fee })
    books.enter(withdrawal.lender, 'Withdraw Success')
  } else {
    books.enter(withdrawal.lender, 'Withdraw Failed')
    books.notify(withdrawal.lender, 'WITHDRAWAL_RETURNED')
  }
}
