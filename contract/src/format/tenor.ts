/** The unit of a loan's tenor. */
export type TenorPeriod = 'DAY' | 'WEEK' | 'MONTH'

const names: Record<TenorPeriod, string> = { DAY: 'Hari', WEEK: 'Minggu', MONTH: 'Bulan' }

export function tenorPeriodName(period: TenorPeriod): string {
  return names[period]
}

/** '12 Bulan': the number and the name of the period, which the server sends as `tenorPeriodName`. */
export function formatTenor(tenor: number, periodName: string): string {
  return `${tenor} ${periodName}`
}
