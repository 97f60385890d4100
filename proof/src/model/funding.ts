import type { Books, FundingRequest } from './books.ts'
import { aboveLimit } from './limits.ts'
import { brokenFundingRules, closedOrTaken, type Verdict, verdictOf } from './rules.ts'

export function judgeFunding(books: Books, request: FundingRequest): Verdict {
  const { lender, loan, amount } = request
  const known = books.loans.get(loan)
  if (!known) return verdictOf(['LOAN_NOT_FOUND'])
  const outstanding = books.outstanding(loan)
  const question = { amount, cash: books.available(lender), minimum: known.minimum, outstanding }
  return verdictOf([
    ...closedOrTaken(known.state, outstanding),
    ...brokenFundingRules(question),
    aboveLimit(books, lender, amount),
    ...books.agreements.missing(request),
  ])
}

/** Whether the rules would allow a request if its agreement had been read. */
export function wouldAccept(books: Books, request: FundingRequest): boolean {
  const verdict = judgeFunding(books, request)
  return verdict.accepts || verdict.because.every((code) => code.startsWith('AGREEMENT'))
}
