import { type Installment, type Share, shareOut } from '../../books/index.ts'

/**
 * Splits the remaining installments of a taken-over loan among its fundings. The principal of each installment is split
 * in proportion to what each funding is still owed, so that its shares add up to its amount exactly; the interest is
 * split by the amounts. For each installment the shares add up to it exactly.
 * @param amounts whole rupiah, above 0; their sum is the principal of all installments
 * @returns one share for each amount, in order
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
