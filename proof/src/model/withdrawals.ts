import type { Rupiah } from './arithmetic.ts'
import type { Books, Withdrawal } from './books.ts'
import { accountOf, type Method, move } from './cash.ts'
import { brokenWithdrawalRules, endOfTransfer, sentOf, type Verdict, verdictOf } from './rules.ts'

/** `method` is the bank that sends it, from the cash account of what moves through that bank. */
export type WithdrawalRequest = {
  lender: string
  method: Method
  amount: Rupiah
  fee: Rupiah
  ownAccount: boolean
}

export function judgeWithdrawal(
  books: Books,
  { lender, method, amount, fee, ownAccount }: WithdrawalRequest,
): Verdict {
  return verdictOf([
    !ownAccount && 'WITHDRAWAL_ACCOUNT_MISMATCH',
    ...brokenWithdrawalRules(amount, books.available(lender, method), fee),
  ])
}

export function sentBy(books: Books, { lender, method, amount, fee }: WithdrawalRequest): Rupiah {
  return sentOf(amount, books.available(lender, method), fee)
}

/** Records an accepted withdrawal: amount and fee are held until the bank has paid or returned it. */
export function recordWithdrawal(books: Books, id: string, request: WithdrawalRequest): void {
  const sent = sentBy(books, request)
  const { lender, method, fee } = request
  accountOf(books.lender(lender), method).held += sent + fee
  const state = endOfTransfer(sent) === 'LOST' ? 'LOST' : 'UNDER_WAY'
  books.withdrawals.set(id, { lender, method, sent, fee, state, back: null })
}

/** Removes a withdrawal that was recorded only as a trial. */
export function forgetWithdrawal(books: Books, id: string): void {
  const tried = books.withdrawals.get(id)
  if (tried) accountOf(books.lender(tried.lender), tried.method).held -= tried.sent + tried.fee
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
  const { method, sent, fee } = withdrawal
  accountOf(lender, method).held -= sent + fee
  withdrawal.state = end
  if (end === 'PAID') {
    move(lender, { withdrawn: sent, fees: fee }, 1, method)
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
export function returnByBank(books: Books, id: string, withFee: boolean): Withdrawal['back'] {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal || withdrawal.back) return withdrawal?.back ?? null
  if (withdrawal.state !== 'PAID') return null
  withdrawal.back = { amount: withdrawal.sent, fee: withFee ? withdrawal.fee : 0 }
  withdrawal.state = 'RETURNED'
  moveBack(books, withdrawal, -1)
  books.notify(withdrawal.lender, 'WITHDRAWAL_GIVEN_BACK')
  return withdrawal.back
}

/**
 * Takes the record of a give-back back: the withdrawal counts as paid again.
 * @returns whether there was one
 */
export function undoReturnByBank(books: Books, id: string): boolean {
  const withdrawal = books.withdrawals.get(id)
  if (!withdrawal?.back) return false
  moveBack(books, withdrawal, 1)
  // The history lists the fee by itself.
  if (withdrawal.back.fee > 0) books.enter(withdrawal.lender, 'Withdraw Success')
  books.notify(withdrawal.lender, 'WITHDRAWAL_CHARGED')
  withdrawal.back = null
  withdrawal.state = 'PAID'
  return true
}

function moveBack(books: Books, { lender, method, back }: Withdrawal, times: 1 | -1): void {
  const { amount, fee } = back ?? { amount: 0, fee: 0 }
  move(books.lender(lender), { withdrawn: amount, fees: fee }, times, method)
  books.enter(lender, 'Withdraw Success')
}
