import type {
  TransactionStatusName,
  TransactionTypeName,
} from '@pematang/contract/reports/transactions/endpoints'

/** The number of rows by name; a name that is missing has none. */
export type Counts = Record<string, number>

export const noticeKinds = [
  'FUNDING_EXPIRED',
  'FUNDING_REJECTED',
  'FUNDING_CANCELLED',
  'BULK_FUNDING_ENDED',
  'WITHDRAWAL_RETURNED',
  'WITHDRAWAL_GIVEN_BACK',
  'WITHDRAWAL_CHARGED',
  'REPAYMENT_CORRECTED',
  'TOP_UP_CORRECTED',
] as const
/** A type and a status of the history, e.g. `Top Up Success`. */
export type HistoryEntry = `${TransactionTypeName} ${TransactionStatusName}`

/** Adds an entry to what a screen counts. */
export function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
