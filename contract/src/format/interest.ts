import { toCommaText, toDecimal } from './decimal.ts'

/**
 * Writes a rate as percent with three decimals and a comma: 0.125 becomes '12,500%'. Exact: the digits are moved,
 * never multiplied, so 0.07 is '7,000%' and no trace of binary fractions shows.
 * @param fraction the rate as a fraction of one (a number, or a decimal text)
 */
export function formatInterest(fraction: number | string): string {
  const { digits, scale } = toDecimal(fraction)
  return `${toCommaText({ digits: digits * 100n, scale }, 3)}%`
}
