import { formatDateLong } from '@pematang/contract/format/date'

/** 'November 2026' of '2026-11'. */
export const monthLong = (month: string): string => formatDateLong(`${month}-01`).replace(/^1 /, '')

/** 'Nov' of '2026-11'. */
export const monthShort = (month: string): string => monthLong(month).slice(0, 3)
