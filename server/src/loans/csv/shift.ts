import { addDays } from '@pematang/contract/format/business-date'
import type { LoanRow } from './loan-row.ts'

const DAY_MS = 86_400_000

const shiftTime = (time: string | null, days: number): string | null =>
  time === null ? null : new Date(Date.parse(time) + days * DAY_MS).toISOString()

/**
 * The same loan, offered `days` later (earlier when negative). The dates of a sample file surround its reference date;
 * shifting each loan by the days from that date to today opens the same loans today.
 */
export function shiftLoanDates(row: LoanRow, days: number): LoanRow {
  return {
    ...row,
    offerFrom: addDays(row.offerFrom, days),
    offerUntil: addDays(row.offerUntil, days),
    consentAt: shiftTime(row.consentAt, days),
  }
}
