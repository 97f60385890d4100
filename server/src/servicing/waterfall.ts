import type { InstallmentPart } from './shares/split-payment.ts'

/** What an installment still asks, in rupiah. */
export type OpenInstallment = { no: number; principalLeft: number; interestLeft: number }

/**
 * Lays a payment on the installments: the oldest first, and within each the penalty that has accrued, the interest,
 * the principal. What is left when nothing is owed any more is the excess.
 * @param open in the order of their numbers
 * @param penalties rupiah owed as penalty, by the number of the installment
 */
export function layPayment(
  amount: number,
  open: readonly OpenInstallment[],
  penalties: ReadonlyMap<number, number>,
): { parts: InstallmentPart[]; excess: number } {
  const parts: InstallmentPart[] = []
  let left = amount
  const take = (owed: number): number => {
    const taken = Math.min(left, owed)
    left -= taken
    return taken
  }
  for (const { no, principalLeft, interestLeft } of open) {
    if (left === 0) break
    const penalty = take(penalties.get(no) ?? 0)
    const interest = take(interestLeft)
    const principal = take(principalLeft)
    parts.push({ no, penalty, interest, principal })
  }
  return { parts, excess: left }
}
