import type { BusinessDate } from '@pematang/contract/format/business-date'

/** Monday to Friday, except holidays. */
export const isWorkingDay = (day: BusinessDate, holidays: readonly BusinessDate[]): boolean =>
  ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !holidays.includes(day)
