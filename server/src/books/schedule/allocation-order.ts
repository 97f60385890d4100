export type DebtKind = 'interest' | 'principal' | 'penalty'

const kinds = {
  INTEREST_PRINCIPAL_PENALTY: ['interest', 'principal', 'penalty'],
  INTEREST_PENALTY_PRINCIPAL: ['interest', 'penalty', 'principal'],
  PENALTY_INTEREST_PRINCIPAL: ['penalty', 'interest', 'principal'],
} as const satisfies Record<string, readonly DebtKind[]>

/** The order in which a payment is allocated: a term of the loan, as stated in its agreements. */
export type AllocationOrder = keyof typeof kinds

/** The default order, which also applies to agreements from before the order was a term of each loan. */
export const usualOrder: AllocationOrder = 'INTEREST_PRINCIPAL_PENALTY'

export const allocationOrders = Object.keys(kinds) as AllocationOrder[]

/**
 * The kinds of debt that are paid on each installment before the next one, and whether penalty comes after all of them.
 * In that case it is paid only when interest and principal of every due installment are paid.
 */
export function withinInstallment(order: AllocationOrder): {
  kinds: readonly DebtKind[]
  penaltyLast: boolean
} {
  const all: readonly DebtKind[] = kinds[order]
  const penaltyLast = all.at(-1) === 'penalty'
  return { kinds: penaltyLast ? all.slice(0, -1) : all, penaltyLast }
}
