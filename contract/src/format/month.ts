import { formatDateLong } from './date.ts'

/** 'Maret 2026' of the month '2026-03'. */
export const formatMonth = (month: string): string => formatDateLong(`${month}-01`).replace(/^\d+ /, '')
