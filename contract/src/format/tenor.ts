/** What a loan's tenor counts. */
export type TenorPeriod = 'DAY' | 'WEEK' | 'MONTH'

const names: Record<TenorPeriod, string> = { DAY: 'Hari', WEEK: 'Minggu', MONTH: 'Bulan' }

/** 'Hari', 'Minggu' or 'Bulan'. */
export function tenorPeriodName(period: TenorPeriod): string {
  return names[period]
}

/** '12 Bulan': the number plus the period's name, as the server gives it in `tenorPeriodName`. */
export function formatTenor(tenor: number, periodName: string): string {
  return `${tenor} ${periodName}`
}
