import { addDays } from '@pematang/contract/format/business-date'
import type { TransactionFilter } from './filter.ts'

type Range = Pick<TransactionFilter, 'startDate' | 'endDate'>

/** Periods that end today. `all` means no range, `free` a range whose days the lender has set. */
export type Period = 'all' | '7-days' | '30-days' | 'month' | 'year' | 'free'

export const periodOptions: readonly { value: Period; label: string }[] = [
  { value: 'all', label: 'Semua waktu' },
  { value: '7-days', label: '7 hari' },
  { value: '30-days', label: '30 hari' },
  { value: 'month', label: 'Bulan ini' },
  { value: 'year', label: 'Tahun ini' },
  { value: 'free', label: 'Pilih tanggal' },
]

/** The days of a period, both included; null for `free`. */
export function rangeOf(period: Period, today: string): Range | null {
  if (period === 'free') return null
  const startDate = {
    all: '',
    '7-days': addDays(today, -6),
    '30-days': addDays(today, -29),
    month: `${today.slice(0, 7)}-01`,
    year: `${today.slice(0, 4)}-01-01`,
  }[period]
  return { startDate, endDate: period === 'all' ? '' : today }
}

/** The period that equals a range. On the first of a month or a year two can match: the one listed first is used. */
export function periodOf({ startDate, endDate }: Range, today: string): Period {
  const match = periodOptions.find(({ value }) => {
    const range = rangeOf(value, today)
    return range !== null && range.startDate === startDate && range.endDate === endDate
  })
  return match?.value ?? 'free'
}
