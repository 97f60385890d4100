import { checkFundingAmount, type FundingBreach } from '../single/rules.ts'

/** The maximum number of loans in one selection. */
export const maxSelection = 50

/** A selected amount with the figures of its loan, all in whole rupiah. */
export type ChosenAmount = { amount: number; minimumFunding: number; outstandingFunding: number }

/** The tightest legal limit of a lender and its remaining amount, in whole rupiah. */
export type LimitLeft<Code extends string> = { code: Code; room: number }

/**
 * Applies the four rules of a funding amount and the limit of the lender to each loan of a selection in order: a loan
 * may use the cash and limit that the accepted loans before it leave.
 * @param chosen null for a loan that cannot be funded for another reason
 * @returns the first broken rule of each, or null
 */
export function checkSelectedAmounts<Code extends string>(
  cashBalance: number,
  limit: LimitLeft<Code> | null,
  chosen: readonly (ChosenAmount | null)[],
): (FundingBreach | { code: Code; amount: number } | null)[] {
  let taken = 0
  return chosen.map((one) => {
    if (!one) return null
    const breach = checkFundingAmount({ ...one, cashBalance: cashBalance - taken })
    if (breach) return breach
    const room = limit && Math.max(0, limit.room - taken)
    if (limit && room !== null && one.amount > room) return { code: limit.code, amount: room }
    taken += one.amount
    return null
  })
}
