import type { TenorPeriod } from '../format/tenor.ts'

/** The longest tenor of a loan, in periods of its unit: ten years of days or weeks, thirty of months. */
export const longestTenor: Readonly<Record<TenorPeriod, number>> = { DAY: 3650, WEEK: 521, MONTH: 360 }

/**
 * The highest yearly interest rate of a loan, in millionths: 0.3% a day, the most that a consumer loan may cost
 * (SEOJK 19/SEOJK.06/2025, XIV). A productive loan may cost 0.275% a day, which is 1003750 millionths. The lowest is
 * zero: a loan without interest (qardh).
 */
export const highestRatePpm = 1_095_000

/** The same as a fraction, as texts name it. */
export const highestRate = String(highestRatePpm / 1_000_000)
