import { formatDateLong } from '@pematang/contract/format/date'

/** Formats '2026-11' as 'November 2026'. */
export const monthLong = (month: string): string => formatDateLong(`${month}-01`).replace(/^1 /, '')

/** Formats '2026-11' as 'Nov'. */
export const monthShort = (month: string): string => monthLong(month).slice(0, 3)
