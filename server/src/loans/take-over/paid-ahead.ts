import type { Installment, Share } from '../../books/index.ts'

/** The installments that are left, with each lender part's share of them. */
export type SharedSchedule = { installments: Installment[]; shares: Share[] }

/** Why interest paid ahead is refused: the place of the part, and the highest possible amount in whole rupiah. */
export type AheadFault = { fault: 'INTEREST_AHEAD'; part: number; amount: number }

/**
 * Takes interest that lenders got before it fell due off the coming installments, the oldest first, so that it is not
 * asked again. Each lender part keeps its own figure. If only a rounding difference is left of an installment, the last
 * one is asked for it.
 * @param due how many of the installments had fallen due; interest cannot be ahead while one of them is unpaid
 * @param ahead interest paid ahead in whole rupiah, by part
 */
export function withoutInterestAhead(
  { installments, shares }: SharedSchedule,
  due: number,
  ahead: readonly number[],
  rounding: number,
): SharedSchedule | AheadFault {
  if (ahead.every((amount) => amount === 0)) return { installments, shares }
  const rest: Share[] = []
  for (const [part, share] of shares.entries()) {
    const amount = ahead[part] ?? 0
    const most = due > 0 ? 0 : share.interest.reduce((sum, interest) => sum + interest, 0)
    if (amount > most) return { fault: 'INTEREST_AHEAD', part, amount: most }
    rest.push({ principal: [...share.principal], interest: less(share.interest, amount) })
  }
  const interestOf = (place: number) => rest.reduce((sum, { interest }) => sum + (interest[place] ?? 0), 0)
  const last = installments.length - 1
  for (const [place, { principal, interest }] of installments.entries()) {
    const left = interestOf(place)
    if (place === last || principal > 0 || left === interest || left > rounding) continue
    for (const share of rest) {
      share.interest[last] = (share.interest[last] ?? 0) + (share.interest[place] ?? 0)
      share.interest[place] = 0
    }
  }
  return {
    installments: installments.map((one, place) => ({ ...one, interest: interestOf(place) })),
    shares: rest,
  }
}

/** Amounts less a sum that is taken off the first of them. */
function less(amounts: readonly number[], sum: number): number[] {
  let left = sum
  return amounts.map((amount) => {
    const taken = Math.min(amount, left)
    left -= taken
    return amount - taken
  })
}
