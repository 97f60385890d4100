import { type Rupiah, wholePart } from './arithmetic.ts'
import type { Gross } from './allocation.ts'
import type { Books } from './books.ts'
import { type Moved, nothingMoved } from './cash.ts'

const taxOf = (interest: Rupiah, ppm: number): Rupiah => wholePart(BigInt(interest) * BigInt(ppm), 1_000_000n)

/**
 * What each lender receives, less the tax on all interest of the lender's month, rounded down once (PMK
 * 69/PMK.03/2022).
 */
export function withholdTax(books: Books, gross: readonly Gross[]): Map<string, Moved> {
  const received = new Map<string, Moved>()
  for (const { lender, principal, interest, penalty } of gross) {
    const moved = received.get(lender) ?? nothingMoved()
    const { moved: month, taxPpm } = books.lender(lender)
    const inAll = taxOf(month.interest + moved.interest + interest, taxPpm)
    moved.tax += Math.min(interest, Math.max(0, inAll - month.tax - moved.tax))
    moved.principal += principal
    moved.interest += interest
    moved.penalty += penalty
    received.set(lender, moved)
  }
  return received
}

/** What a lender gives back of a payment; the tax is what the month has without it less what was withheld in it. */
export function givenBack(books: Books, lender: string, received: Moved): Moved {
  const { moved: month, taxPpm } = books.lender(lender)
  const left = month.interest - received.interest
  if (left < 0) return received
  const tax = Math.min(received.interest, Math.max(0, month.tax - taxOf(left, taxPpm)))
  return { ...received, tax }
}
