import type { PortfolioItem } from '@pematang/contract/portfolio/endpoints'

/** Loans of so many days are paid back at once. */
const dayPeriod = 'Hari'

/** About how many installments a loan has, as long as they are not known: one for each week or month. */
export const expectedInstallments = ({
  tenorPeriod,
  tenorValue,
}: Pick<PortfolioItem, 'tenorPeriod' | 'tenorValue'>): number =>
  tenorPeriod === dayPeriod ? 1 : Math.max(1, tenorValue)
