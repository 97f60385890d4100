import type { PerLoan } from '@pematang/contract/funding/auto/strategy'

/**
 * A lender's demand per loan, in whole rupiah. A share is taken of the whole portfolio: available cash, holds for
 * fundings and outstanding loans. A funding only moves money within it, so the share is constant during a round.
 */
export const amountPerLoan = (perLoan: PerLoan, portfolio: number): number =>
  perLoan.kind === 'FIXED'
    ? perLoan.amount
    : Number((BigInt(portfolio) * BigInt(perLoan.basisPoints)) / 10_000n)
