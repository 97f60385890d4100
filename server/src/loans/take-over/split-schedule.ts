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

/**
 * Each lender part's share of the remaining installments. Its principal adds up to the part's unpaid principal, and its
 * interest due by `asOf` to the part's unpaid interest; later interest is split in proportion to unpaid principal.
 */
export function shareOpening(
  parts: readonly { principalLeft: number; interestDue: number }[],
  installments: readonly Installment[],
  asOf: string,
): Share[] {
  const due = dueBy(installments, asOf)
  const bySum = splitSchedule(
    parts.map(({ principalLeft }) => principalLeft),
    installments,
  )
  const ofDue = splitSchedule(
    parts.map(({ interestDue }) => interestDue),
    installments.slice(0, due).map((one) => ({ ...one, principal: one.interest, interest: 0 })),
  )
  return bySum.map(({ principal, interest }, place) => ({
    principal,
    interest: [...(ofDue[place]?.principal ?? []), ...interest.slice(due)],
  }))
}

/** How many of the installments, which are in order, had fallen due on a day. */
export const dueBy = (installments: readonly Installment[], asOf: string): number =>
  installments.filter(({ dueDate }) => dueDate <= asOf).length
