import { toCommaText, toDecimal } from './decimal.ts'

/**
 * Writes a rate as percent with three decimals and a comma: 0.125 becomes '12,500%'. Exact: the decimal point is moved
 * instead of multiplying, so 0.07 is '7,000%' without floating-point error.
 * @param fraction the rate as a fraction of one (a number, or a decimal text)
 */
export function formatInterest(fraction: number | string): string {
  const { digits, scale } = toDecimal(fraction)
  return `${toCommaText({ digits: digits * 100n, scale }, 3)}%`
}
