import type { Rupiah } from './arithmetic.ts'
import type { Books, Withdrawal } from './books.ts'
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
  books.withdrawals.set(id, { lender: request.lender, sent, fee: request.fee, state, back: null })
}

/** Removes a withdrawal that was recorded only as a trial. */
export function forgetWithdrawal(books: Books, id: string): void {
  const tried = books.withdrawals.get(id)
  if (tried) books.lender(tried.lender).held -= tried.sent + tried.fee
  books.withdrawals.delete(id)
}

/** How a withdrawal may end. One that the bank gives back is returned if the product learns of that first. */
export function endsOfWithdrawal(books: Books, id: string): ('PAID' | 'RETURNED')[] {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal) return []
  const { state, sent } = withdrawal
  if (state === 'PAID' || state === 'RETURNED') return [state]
  const end = endOfTransfer(sent)
  if (end === 'GIVEN_BACK') return state === 'LOST' ? ['RETURNED'] : ['PAID', 'RETURNED']
  return [state !== 'LOST' && end === 'PAID' ? 'PAID' : 'RETURNED']
}

/** Records that the bank never received the order of a withdrawal. */
export function loseWithdrawal(books: Books, id: string): void {
  const withdrawal = books.withdrawals.get(id)
  if (withdrawal?.state === 'UNDER_WAY') withdrawal.state = 'LOST'
}

/** Ends a withdrawal once: either paid with its fee, or returned in full (invariant I9). */
export function endWithdrawal(books: Books, id: string, end: 'PAID' | 'RETURNED'): void {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal || withdrawal.state === 'PAID' || withdrawal.state === 'RETURNED') return
  const lender = books.lender(withdrawal.lender)
  const { sent, fee } = withdrawal
  lender.held -= sent + fee
  withdrawal.state = end
  if (end === 'PAID') {
    move(lender, { withdrawn: sent, fees: fee })
    books.enter(withdrawal.lender, 'Withdraw Success')
  } else {
    books.enter(withdrawal.lender, 'Withdraw Failed')
    books.notify(withdrawal.lender, 'WITHDRAWAL_RETURNED')
  }
}

/**
 * Records that the bank gave a paid withdrawal back: the amount is the lender's again, and the fee if the bank waives it.
 * @returns what the lender has of it, now or from before; null for a withdrawal that never left
 */
export function giveBack(books: Books, id: string, withFee: boolean): Withdrawal['back'] {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal || withdrawal.back) return withdrawal?.back ?? null
  if (withdrawal.state !== 'PAID') return null
  withdrawal.back = { amount: withdrawal.sent, fee: withFee ? withdrawal.fee : 0 }
  withdrawal.state = 'RETURNED'
  moveBack(books, withdrawal.lender, withdrawal.back, -1)
  books.notify(withdrawal.lender, 'WITHDRAWAL_GIVEN_BACK')
  return withdrawal.back
}

/**
 * Takes the record of a give-back back: the withdrawal counts as paid again.
 * @returns whether there was one
 */
export function undoGiveBack(books: Books, id: string): boolean {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal?.back) return false
  moveBack(books, withdrawal.lender, withdrawal.back, 1)
  books.notify(withdrawal.lender, 'WITHDRAWAL_CHARGED')
  withdrawal.back = null
  withdrawal.state = 'PAID'
  return true
}

function moveBack(
  books: Books,
  lender: string,
  { amount, fee }: { amount: Rupiah; fee: Rupiah },
  times: 1 | -1,
): void {
  move(books.lender(lender), { withdrawn: amount, fees: fee }, times)
  books.enter(lender, 'Withdraw Success')
}
