import { formatDateLong } from './date.ts'

/** Formats a month: '2026-03' becomes 'Maret 2026'. */
export const formatMonth = (month: string): string => formatDateLong(`${month}-01`).replace(/^\d+ /, '')
