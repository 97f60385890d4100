import type { PerLoan } from '@pematang/contract/auto-funding/strategy'

/**
 * What a lender wants of one loan, in whole rupiah. A share is of the whole portfolio: the available cash, what is held for
 * fundings and what is lent. A funding moves money within it, so it stays the same through a round.
 */
export const amountPerLoan = (perLoan: PerLoan, portfolio: number): number =>
  perLoan.kind === 'FIXED'
    ? perLoan.amount
    : Number((BigInt(portfolio) * BigInt(perLoan.basisPoints)) / 10_000n)
