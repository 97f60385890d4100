import { addDays } from '@pematang/contract/format/business-date'
import type { LoanRow } from './loan-row.ts'

const DAY_MS = 86_400_000

const shiftTime = (time: string | null, days: number): string | null =>
  time === null ? null : new Date(Date.parse(time) + days * DAY_MS).toISOString()

/**
 * The same loan, offered `days` later (earlier when negative). A sample file has dates around a reference date;
 * shifting them makes the sample current.
 */
export function shiftLoanDates(row: LoanRow, days: number): LoanRow {
  return {
    ...row,
    offerFrom: addDays(row.offerFrom, days),
    offerUntil: addDays(row.offerUntil, days),
    consentAt: shiftTime(row.consentAt, days),
  }
}
