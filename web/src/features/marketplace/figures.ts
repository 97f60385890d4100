import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'

/** The funded part of a loan in percent, 0 to 100, cut to two decimals: what is not full never reads 100. */
export function fundedPercent(loan: Pick<MarketplaceLoan, 'totalLoan' | 'outstandingFunding'>): number {
  const { totalLoan, outstandingFunding } = loan
  if (totalLoan <= 0) return 0
  const basisPoints = (BigInt(totalLoan - outstandingFunding) * 10_000n) / BigInt(totalLoan)
  return Number(basisPoints) / 100
}

/** A percentage as it is read in Indonesia: '83,4%', without decimals that say nothing. */
export const percentText = (percent: number): string => `${String(percent).replace('.', ',')}%`
