import { toCommaText, toDecimal } from '@pematang/contract/format/decimal'
import type { Insight } from '@pematang/contract/insight/endpoints'

/** '11,84%': two decimals, for a rate that was calculated and not agreed. */
export function percentWords(fraction: number): string {
  const { digits, scale } = toDecimal(fraction)
  return `${toCommaText({ digits: digits * 100n, scale }, 2)}%`
}

/** Whether anything is outstanding: percentages of a zero total would be meaningless. */
export const isMeasured = ({ quality }: Pick<Insight, 'quality'>): boolean =>
  quality.some(({ outstanding }) => outstanding > 0)
