import { formatDateLong } from '@pematang/contract/format/date'

/** Formats the month of a day: 'Oktober 2026' for any day of October 2026. */
export const monthText = (day: string): string => formatDateLong(day).replace(/^\d+ /, '')
