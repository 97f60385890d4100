/** The input for the four rules of a funding amount; all amounts in whole rupiah. */
export type FundingQuestion = {
  amount: number
  /** Available cash: balance less holds. */
  cashBalance: number
  minimumFunding: number
  /** Amount of the loan that is still open. */
  outstandingFunding: number
}

export type FundingBreach =
  | { code: 'CASH_TOO_LOW'; amount: number }
  | { code: 'FUNDING_BELOW_MINIMUM'; amount: number }
  | { code: 'FUNDING_ABOVE_OUTSTANDING'; amount: number }
  | { code: 'FUNDING_BAD_REMAINDER'; amount: number }

/**
 * The four rules of a funding amount, in the order of section 5 of the specification. The exact remainder is always
 * allowed, even below the minimum; zero and negative amounts count as below the minimum. The browser and the server run
 * this same function.
 * @returns the first broken rule, with the amount for its sentence, or null.
 */
export function checkFundingAmount(question: FundingQuestion): FundingBreach | null {
  const { amount, cashBalance, minimumFunding, outstandingFunding } = question
  if (amount > cashBalance) return { code: 'CASH_TOO_LOW', amount: cashBalance }
  if (amount > 0 && amount === outstandingFunding) return null
  if (amount < minimumFunding) return { code: 'FUNDING_BELOW_MINIMUM', amount: minimumFunding }
  if (amount > outstandingFunding) return { code: 'FUNDING_ABOVE_OUTSTANDING', amount: outstandingFunding }
  if (outstandingFunding - amount < minimumFunding) {
    return { code: 'FUNDING_BAD_REMAINDER', amount: minimumFunding }
  }
  return null
}
