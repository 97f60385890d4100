import { addMonths, type BusinessDate } from '../../format/business-date.ts'
import type { RefusalCode } from '../../refusals.ts'

export const longestStatementYears = 10

/** The reason why a statement over these days, both included, is refused; null if it is allowed. */
export function statementRangeRefusal(
  { from, to }: { from: BusinessDate; to: BusinessDate },
  today: BusinessDate,
): Extract<RefusalCode, 'RANGE_REVERSED' | 'RANGE_TOO_LONG' | 'DATE_IN_FUTURE'> | null {
  if (from > to) return 'RANGE_REVERSED'
  if (to > today) return 'DATE_IN_FUTURE'
  return addMonths(from, 12 * longestStatementYears) <= to ? 'RANGE_TOO_LONG' : null
}
