import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'

/** A loan with a tenor in days has only one installment. */
const dayPeriod = 'Hari'

/** The approximate number of installments while they load: one for each week or month. */
export const expectedInstallments = ({
  tenorPeriod,
  tenorValue,
}: Pick<PortfolioItem, 'tenorPeriod' | 'tenorValue'>): number =>
  tenorPeriod === dayPeriod ? 1 : Math.max(1, tenorValue)
