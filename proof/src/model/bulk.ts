import { sumOf } from './arithmetic.ts'
import type { Books, FundingRequest, Product } from './books.ts'
import { move } from './cash.ts'
import { aboveLimit } from './limits.ts'
import { type Verdict, verdictOf } from './rules.ts'

/** What a bulk funding of a product takes: all that is open of each loan, by its number. */
export const openOf = (books: Books, { loans }: Product): { loan: string; amount: number }[] =>
  loans
    .filter((loan) => books.loans.get(loan)?.state === 'OFFERED' && books.outstanding(loan) > 0)
    .map((loan) => ({ loan, amount: books.outstanding(loan) }))
    .toSorted((one, other) => (one.loan < other.loan ? -1 : 1))

/** The verdict on the first bulk funding of a product by a lender, who says what sum they saw. */
export function judgeBulk(
  books: Books,
  {
    lender,
    product,
    total,
    isChecked,
  }: { lender: string; product: Product; total: number; isChecked: boolean },
): Verdict {
  const open = openOf(books, product)
  const sum = sumOf(open.map(({ amount }) => amount))
  return verdictOf([
    !isChecked && 'PASSWORD_CHECK_REQUIRED',
    open.length === 0 && 'BULK_CLOSED',
    total !== sum && 'BULK_CHANGED',
    sum > books.available(lender) && 'BULK_CASH_TOO_LOW',
    aboveLimit(books, lender, sum),
  ])
}

/** Records a loan of a bulk funding: it needs no signature, so its money belongs to the loan at once. */
export function fundAtOnce(books: Books, id: string, request: FundingRequest): void {
  const { lender, amount } = request
  const loan = books.loan(request.loan)
  // An agreement over this amount that was read is the one that the bulk funding uses.
  if (books.agreements.of(request).read > 0) books.agreements.use(request, -1)
  move(books.lender(lender), { lent: amount })
  books.fundings.set(id, { ...request, state: 'SETTLED' })
  loan.funded += amount
  if (loan.funded === loan.total) loan.state = 'FUNDED'
}

/** Records the end of a bulk funding, which is one entry of the history. */
export function endBulk(books: Books, lender: string, funded: number): void {
  books.enter(lender, funded > 0 ? 'Funding Success' : 'Funding Failed')
  books.notify(lender, 'BULK_FUNDING_ENDED')
}
