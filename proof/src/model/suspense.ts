import type { Books } from './books.ts'
import { methodOf } from './cash.ts'

/** How an operator's command must end. */
export type StrayEnd = 'DONE' | 'REPEATED' | 'REFUSED'

/** Assigns a payment in suspense to its lender; at most one lender gets it (invariant I13). */
export function assignStray(books: Books, id: string, lender: string): StrayEnd {
  const stray = books.strays.get(id)
  if (!stray) return 'REFUSED'
  if (stray.end !== null) return 'lender' in stray.end && stray.end.lender === lender ? 'REPEATED' : 'REFUSED'
  stray.end = { lender }
  books.suspense -= stray.amount
  books.credit(lender, stray.amount, methodOf(stray.number))
  return 'DONE'
}

/** Records that a payment in suspense was sent back at the bank. */
export function sendStrayBack(books: Books, id: string, reference: string): StrayEnd {
  const stray = books.strays.get(id)
  if (!stray) return 'REFUSED'
  if (stray.end !== null)
    return 'reference' in stray.end && stray.end.reference === reference ? 'REPEATED' : 'REFUSED'
  stray.end = { reference }
  books.suspense -= stray.amount
  return 'DONE'
}
