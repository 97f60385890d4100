import { plainDigits } from '@pematang/contract/bare-number'
import { highestRatePpm } from '@pematang/contract/loans/terms'

/** A percentage as typed: digits, and at most four decimals after a comma or a dot. */
const typed = /^(\d{1,3})(?:[.,](\d{1,4}))?$/

/**
 * Reads a typed yearly rate, from 0% to the highest of a loan, as a fraction of one, without binary rounding: '12,5' is 0.125.
 * @returns null when the text is not one such number with at most four decimals
 */
export function parsePercent(text: string): number | null {
  const given = plainDigits(text).trim()
  const match = typed.exec(given.endsWith('%') ? given.slice(0, -1).trimEnd() : given)
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const fraction = Number(`${whole}${decimals}e-${decimals.length + 2}`)
  return Math.round(fraction * 1_000_000) <= highestRatePpm ? fraction : null
}

/** A fraction of one as typed in a percent field: 0.125 is '12,5', without trailing zeros. */
export const typedPercent = (fraction: number): string =>
  String(Number((fraction * 100).toFixed(4))).replace('.', ',')
