import type { Rupiah } from './arithmetic.ts'
import type { Books } from './books.ts'

/** What a strategy takes of each loan, and its limits; whole rupiah. */
export type Strategy = { perLoan: Rupiah; mostPerBorrower: Rupiah; cashToKeep: Rupiah; budget: Rupiah }

/** The most that a mandate of the run allows of one loan. */
export const mandatePerLoan = 500_000

/** The percentage of a loan that lenders who choose by hand have to themselves on its first day. */
const handPercent = 40

/**
 * What a round gives a new strategy of a new loan that no other strategy wants (docs/auto-funding.md). The total of the
 * loan is a multiple of its minimum.
 * @param waiting what a bulk funding of the lender with the same borrower has held: it is no cash, and counts as lent
 */
export function automaticAmount(
  books: Books,
  {
    lender,
    strategy,
    total,
    minimum,
    waiting,
  }: { lender: string; strategy: Strategy } & Record<'total' | 'minimum' | 'waiting', Rupiah>,
): Rupiah {
  const { perLoan, mostPerBorrower, cashToKeep, budget } = strategy
  const cash = books.available(lender) - waiting - cashToKeep
  const wanted = Math.min(perLoan, budget, cash, mandatePerLoan, mostPerBorrower - waiting)
  if (wanted < minimum) return 0
  const open = total - Math.ceil((total * handPercent) / 100)
  return wanted <= open ? wanted : open - (open % minimum)
}
