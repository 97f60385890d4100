import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'

/** The funded part of a loan in percent, 0 to 100, rounded down to two decimals so that only a full loan shows 100. */
export function fundedPercent(loan: Pick<MarketplaceLoan, 'totalLoan' | 'outstandingFunding'>): number {
  const { totalLoan, outstandingFunding } = loan
  if (totalLoan <= 0) return 0
  const basisPoints = (BigInt(totalLoan - outstandingFunding) * 10_000n) / BigInt(totalLoan)
  return Number(basisPoints) / 100
}

/** A percentage in Indonesian format: '83,4%', without trailing zeros. */
export const percentText = (percent: number): string => `${String(percent).replace('.', ',')}%`
