import { type Rupiah, sumOf } from './arithmetic.ts'
import type { Books } from './books.ts'
import { expected } from './servicing.ts'

/** The principal that a lender has lent and not received back. */
export function lentBy(books: Books, name: string): Rupiah {
  let lent = 0
  for (const { lender, state, loan, amount } of books.fundings.values())
    if (lender === name && state === 'SETTLED' && !books.loan(loan).servicing) lent += amount
  for (const { state, servicing } of books.loans.values()) {
    if (state !== 'ACTIVE' && state !== 'RESTRUCTURED') continue
    for (const share of servicing?.shares ?? [])
      if (share.lender === name) lent += expected(share, 'principal')
  }
  return lent
}

export const reservedBy = (books: Books, name: string): Rupiah =>
  sumOf(
    [...books.fundings.values()].map(({ lender, state, amount }) =>
      lender === name && state === 'WAITING' ? amount : 0,
    ),
  )

/**
 * What a lender may still place under the limit of their income, which counts what they have lent and what is held for a
 * signature, and not what is held for a withdrawal.
 */
export const roomOf = (books: Books, name: string): Rupiah =>
  Math.max(0, books.lender(name).limit - lentBy(books, name) - reservedBy(books, name))

/** The code with which a funding above the limit is refused, or false. */
export const aboveLimit = (books: Books, name: string, amount: Rupiah): string | false =>
  amount > roomOf(books, name) && 'FUNDING_ABOVE_INCOME_LIMIT'
