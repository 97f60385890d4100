import type { LoanRow } from './loan-row.ts'

const DAY_MS = 86_400_000

/** The business date `days` after `date` (YYYY-MM-DD). Business dates have no time zone, so UTC days are exact. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The same loan, offered `days` later (earlier when negative). A sample file holds dates around its reference date;
 * shifting each loan by the days from its reference date to today makes the same loans open today.
 */
export function shiftLoanDates(row: LoanRow, days: number): LoanRow {
  return { ...row, offerFrom: addDays(row.offerFrom, days), offerUntil: addDays(row.offerUntil, days) }
}
