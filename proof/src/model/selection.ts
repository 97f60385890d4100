import type { Rupiah } from './arithmetic.ts'
import type { Books } from './books.ts'
import { aboveLimit } from './limits.ts'
import { brokenFundingRules, closedOrTaken, type Verdict, verdictOf } from './rules.ts'

export type Chosen = { loan: string; amount: Rupiah }

export type SelectionVerdict = {
  /**
   * Whether the selection is refused as a whole for lack of cash, or above the limit by income. MAY: a loan that cash or
   * limit do not suffice for breaks another rule too, so that it may also be refused by itself.
   */
  isRefused: 'MUST' | 'MAY' | 'NEVER'
  /** The codes with which it may be refused as a whole. */
  codes: string[]
  /** The verdict on each loan, where the selection is not refused as a whole. */
  loans: Verdict[]
}

/**
 * The verdict on several loans that one lender funds with one request: each as a funding of its own, in their order, on
 * the cash and the limit that those before it leave. If they do not suffice for all that can be had, nothing is reserved.
 */
export function judgeSelection(books: Books, lender: string, chosen: readonly Chosen[]): SelectionVerdict {
  let cash = books.available(lender)
  let isRefused: SelectionVerdict['isRefused'] = 'NEVER'
  const codes: string[] = []
  const loans = chosen.map(({ loan, amount }): Verdict => {
    const { state, minimum } = books.loan(loan)
    const outstanding = books.outstanding(loan)
    const request = { lender, loan, amount }
    const isWaiting = books
      .fundingsOf(loan, 'WAITING')
      .some(([, one]) => one.lender === lender && one.amount === amount)
    const others = verdictOf([
      ...closedOrTaken(state, outstanding),
      // What waits for a signature is not reserved a second time.
      isWaiting && 'FUNDING_WAITS',
      ...brokenFundingRules({ amount, cash: amount, minimum, outstanding }),
      ...books.agreements.missing(request),
    ])
    const above = aboveLimit(books, lender, amount + books.available(lender) - cash)
    if (above) codes.push(above)
    if (amount > cash) codes.push('CASH_TOO_LOW')
    if (above || amount > cash) {
      if (others.accepts) isRefused = 'MUST'
      else if (isRefused === 'NEVER') isRefused = 'MAY'
    } else if (others.accepts) cash -= amount
    return others
  })
  return { isRefused, codes, loans }
}
