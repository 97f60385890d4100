import { type Installment, splitByLargestRemainder } from '../schedule/index.ts'

/** One funding's share of a schedule, in rupiah; an element for each installment, in their order. */
export type Share = { principal: number[]; interest: number[] }

/** Like `splitByLargestRemainder`, where nothing may be shared among weights that are all zero. */
export function shareOut(total: number, weights: readonly number[]): number[] {
  return total === 0 ? weights.map(() => 0) : splitByLargestRemainder(total, weights)
}

/**
 * Shares a schedule out among fundings. The principal of each installment goes by what each funding has still to
 * get back, so that its shares add up to its amount exactly; the interest goes by the amounts. For each installment
 * the shares add up to it exactly.
 * @param amounts rupiah, above 0; together the principals of all installments
 * @returns one share for each amount, in their order
 */
export function splitSchedule(amounts: readonly number[], installments: readonly Installment[]): Share[] {
  const left = [...amounts]
  const shares = amounts.map((): Share => ({ principal: [], interest: [] }))
  for (const { principal, interest } of installments) {
    const principals = shareOut(principal, left)
    const interests = shareOut(interest, amounts)
    shares.forEach((share, index) => {
      const part = principals[index] ?? 0
      left[index] = (left[index] ?? 0) - part
      share.principal.push(part)
      share.interest.push(interests[index] ?? 0)
    })
  }
  return shares
}
