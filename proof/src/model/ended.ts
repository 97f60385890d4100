import type { Books } from './books.ts'
import { count } from './counts.ts'
import { endOfTransfer } from './rules.ts'

/** How many loans that have ended, and how many payments of banks, stay known, so that they can be tried again. */
const keptLoans = 8
const keptPayments = 100
/** How many withdrawals that their bank gave back stay known, so that this can be recorded and taken back. */
const keptReturnable = 8

/**
 * Takes everything out of the model that nothing can change any more: all but the last ended loans, with their fundings,
 * and fundings and withdrawals that came to nothing or were paid.
 * @returns what was taken out
 */
export function takeEnded(books: Books): Pick<Books, 'loans' | 'fundings' | 'withdrawals'> {
  const ended = [...books.loans].filter(([, { state }]) => state === 'REPAID' || state === 'WRITTEN_OFF')
  const cancelled = [...books.loans].filter(([, { state }]) => state === 'CANCELLED')
  const loans = new Map([...cancelled, ...ended.slice(0, Math.max(0, ended.length - keptLoans))])
  const fundings = new Map(
    [...books.fundings].filter(
      ([, { state, loan }]) => loans.has(loan) || (state !== 'WAITING' && state !== 'SETTLED'),
    ),
  )
  const hasEnded = [...books.withdrawals].filter(([, { state }]) => state === 'PAID' || state === 'RETURNED')
  const returnable = hasEnded
    .filter(([, { sent }]) => endOfTransfer(sent) === 'GIVEN_BACK')
    .slice(-keptReturnable)
  const withdrawals = new Map(hasEnded.filter((one) => !returnable.includes(one)))
  for (const { lender, loan, state } of fundings.values()) {
    const { ended: forgotten } = books.lender(lender)
    if (state === 'REFUNDED') count(forgotten, 'REFUNDED')
    if (state === 'SETTLED') count(forgotten, books.loan(loan).state)
  }
  for (const number of loans.keys()) {
    books.loans.delete(number)
    books.reversed.delete(number)
  }
  for (const id of fundings.keys()) books.fundings.delete(id)
  for (const [number, { loans: all }] of books.products)
    if (!all.some((loan) => books.loans.has(loan))) books.products.delete(number)
  for (const id of withdrawals.keys()) books.withdrawals.delete(id)
  for (const id of [...books.payments.keys()].slice(0, -keptPayments)) books.payments.delete(id)
  for (const id of [...books.strays.keys()].slice(0, -keptPayments)) books.strays.delete(id)
  books.agreements.keepOutdated(({ loan }) => books.loans.has(loan))
  return { loans, fundings, withdrawals }
}
