import { toCommaText, toDecimal } from './decimal.ts'

/** A rate as percent with a comma and only the decimals that it has, at most four: 0.125 becomes '12,5%'. */
export const formatPercent = (fraction: number): string =>
  `${String(Math.round(fraction * 1_000_000) / 10_000).replace('.', ',')}%`

/** A calculated rate with two decimals, such as '11,84%'; agreed ones have all of theirs. */
export function formatCalculated(fraction: number): string {
  const { digits, scale } = toDecimal(fraction)
  return `${toCommaText({ digits: digits * 100n, scale }, 2)}%`
}
