import { highestRatePpm } from '@pematang/contract/loans/terms'
import type { Choice } from './choice.ts'

/** The lowest and highest sort key that a matching loan can have, in the format of `listing_entry`. */
export function keysOf(choice: Choice): { from: number; to: number } {
  const { sort, interestFrom, interestTo, leftFrom } = choice
  if (sort === 'interest') return { from: -(interestTo ?? highestRatePpm), to: -(interestFrom ?? 0) }
  if (sort === 'left') return { from: leftFrom ?? 0, to: Number.MAX_SAFE_INTEGER }
  if (sort === 'tenor') return daysOf(choice)
  return { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }
}

const longestTenor = 9_999

/** The range of a tenor filter in days, by which tenors are compared: 1, 7 or 30 days per period. */
function daysOf({ tenor, tenorFrom, tenorTo, tenorPeriodId }: Choice): { from: number; to: number } {
  const [shortest, longest] = tenorPeriodId === null ? [1, 3] : [tenorPeriodId, tenorPeriodId]
  return {
    from: Math.max(tenor ?? 1, tenorFrom ?? 1) * daysOfPeriod(shortest),
    to: Math.min(tenor ?? longestTenor, tenorTo ?? longestTenor) * daysOfPeriod(longest),
  }
}

/** How many days a period (1 day, 2 week, 3 month) counts when tenors are compared. */
export const daysOfPeriod = (tenorPeriodId: number): number => [1, 7, 30][tenorPeriodId - 1] ?? 0
