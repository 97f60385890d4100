/** What the four rules of a funding amount look at; all in whole rupiah. */
export type FundingQuestion = {
  amount: number
  /** Cash that is free: balance less holds. */
  cashBalance: number
  minimumFunding: number
  /** What is still open on the loan. */
  outstandingFunding: number
}

export type FundingBreach =
  | { code: 'CASH_TOO_LOW'; amount: number }
  | { code: 'FUNDING_BELOW_MINIMUM'; amount: number }
  | { code: 'FUNDING_ABOVE_OUTSTANDING'; amount: number }
  | { code: 'FUNDING_BAD_REMAINDER'; amount: number }

/**
 * The four rules of a funding amount, in the order of section 5 of the specification. The exact remainder is
 * always allowed, also where it is below the minimum; nothing and less than nothing are below it. The browser and the server run this same function.
 * @returns the first rule that is broken, with the amount its sentence names, or null.
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
