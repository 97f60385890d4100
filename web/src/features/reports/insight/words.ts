import { toCommaText, toDecimal } from '@pematang/contract/format/decimal'
import type { Insight } from '@pematang/contract/reports/insight/endpoints'

/** Formats a rate with two decimals, such as '11,84%'. It is for calculated rates, not for agreed ones. */
export function percentWords(fraction: number): string {
  const { digits, scale } = toDecimal(fraction)
  return `${toCommaText({ digits: digits * 100n, scale }, 2)}%`
}

/** Whether anything is outstanding: percentages of a zero total would be meaningless. */
export const isMeasured = ({ quality }: Pick<Insight, 'quality'>): boolean =>
  quality.some(({ outstanding }) => outstanding > 0)
