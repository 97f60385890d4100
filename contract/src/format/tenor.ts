export type TenorPeriod = 'DAY' | 'WEEK' | 'MONTH'

const names: Record<TenorPeriod, string> = { DAY: 'Hari', WEEK: 'Minggu', MONTH: 'Bulan' }

export function tenorPeriodName(period: TenorPeriod): string {
  return names[period]
}

/** Formats a tenor, such as '12 Bulan'. The server sends the name of the period as `tenorPeriodName`. */
export function formatTenor(tenor: number, periodName: string): string {
  return `${tenor} ${periodName}`
}
