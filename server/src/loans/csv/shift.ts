import type { LoanRow } from './loan-row.ts'

const DAY_MS = 86_400_000

/** Whole days from one business date (YYYY-MM-DD) to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** The business date `days` after `date` (YYYY-MM-DD). Business dates have no time zone, so UTC days are exact. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * The same loan, offered `days` later (earlier when negative). A sample file holds dates around its reference date;
 * shifting each loan by daysBetween(referenceDate, today) makes the same loans open today.
 */
export function shiftLoanDates(row: LoanRow, days: number): LoanRow {
  return { ...row, offerFrom: addDays(row.offerFrom, days), offerUntil: addDays(row.offerUntil, days) }
}
