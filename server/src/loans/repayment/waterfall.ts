import type { InstallmentPart } from './split-payment.ts'
import { type AllocationOrder, withinInstallment } from '../../books/index.ts'

/** An installment with the amounts still owed on it, in whole rupiah. */
export type OwingInstallment = {
  no: number
  isDue: boolean
  principalLeft: number
  interestLeft: number
  /** Penalty that has accrued by that day and was not paid. */
  penaltyOwed: number
}

/**
 * Allocates a payment by the order of the loan, the oldest installment first. Interest, principal and penalty of an
 * installment are paid in the loan's order before the next installment. If the penalty comes last, it is paid after
 * interest and principal of all due installments, oldest first, and before anything that is not due yet. What remains
 * when nothing is owed any more is the excess.
 * @param installments in the order of their numbers
 */
export function applyWaterfall(
  amount: number,
  order: AllocationOrder,
  installments: readonly OwingInstallment[],
): { parts: InstallmentPart[]; excess: number } {
  const parts = new Map<number, InstallmentPart>()
  let left = amount
  const pay = (kind: 'principal' | 'interest' | 'penalty', owing: OwingInstallment) => {
    const taken = Math.min(left, owing[owedOf[kind]])
    if (taken === 0) return
    const part = parts.get(owing.no) ?? { no: owing.no, principal: 0, interest: 0, penalty: 0 }
    part[kind] += taken
    parts.set(owing.no, part)
    left -= taken
  }
  const { kinds, penaltyLast } = withinInstallment(order)
  const payEach = (some: readonly OwingInstallment[]) => {
    for (const owing of some) for (const kind of kinds) pay(kind, owing)
  }
  payEach(installments.filter(({ isDue }) => isDue))
  if (penaltyLast) for (const owing of installments) pay('penalty', owing)
  payEach(installments.filter(({ isDue }) => !isDue))
  return { parts: [...parts.values()].sort((a, b) => a.no - b.no), excess: left }
}

const owedOf = { principal: 'principalLeft', interest: 'interestLeft', penalty: 'penaltyOwed' } as const
