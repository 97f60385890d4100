import { formatDateLong } from '@pematang/contract/format/date'

/** 'Oktober 2026' for any day of that month. */
export const monthText = (day: string): string => formatDateLong(day).replace(/^\d+ /, '')
