import type { Books, Loan } from './books.ts'
import type { Lender } from './cash.ts'
import type { Day } from './days.ts'

/** The number of rows by name; a name that is missing has none. */
export type Counts = Record<string, number>

/** Entries of the history by type and status, and notices by kind. */
export const historyTypes = { topUp: 1, funding: 2, repayment: 5, withdrawal: 6 } as const
export const historyStatuses = { success: 1, inProgress: 2, failed: 3 } as const
export const noticeKinds = [
  'FUNDING_EXPIRED',
  'FUNDING_REJECTED',
  'FUNDING_CANCELLED',
  'WITHDRAWAL_RETURNED',
  'REPAYMENT_CORRECTED',
  'TOP_UP_CORRECTED',
] as const
export const portfolioStatuses = [
  'FUNDED',
  'UNSIGNED',
  'ACTIVE',
  'LATE',
  'RESTRUCTURE',
  'REPAID',
  'WRITTEN_OFF',
  'REFUNDED',
] as const
export type PortfolioStatus = (typeof portfolioStatuses)[number]

export type HistoryEntry = `${keyof typeof historyTypes} ${keyof typeof historyStatuses}`

/** Adds an entry to what a screen counts. */
export function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** The entries of a lender's history: what has ended, as it was noted, and what is in progress. */
export function historyOf({ fundings, withdrawals }: Books, name: string, { history }: Lender): Counts {
  const counts = { ...history }
  for (const { lender, state } of fundings.values())
    if (lender === name && state === 'WAITING') count(counts, 'funding inProgress' satisfies HistoryEntry)
  for (const { lender, state } of withdrawals.values())
    if (lender === name && (state === 'UNDER_WAY' || state === 'LOST'))
      count(counts, 'withdrawal inProgress' satisfies HistoryEntry)
  return counts
}

/** The fundings of a lender's portfolio by status on a day. One that waits for its signature counts as funded too. */
export function portfolioOf({ fundings, loans }: Books, name: string, { ended }: Lender, today: Day): Counts {
  const counts = { ...ended }
  for (const { lender, loan, state } of fundings.values()) {
    if (lender !== name) continue
    const known = loans.get(loan)
    if (state === 'WAITING') count(counts, 'UNSIGNED')
    if (state === 'WAITING') count(counts, 'FUNDED')
    else if (state === 'REFUNDED') count(counts, 'REFUNDED')
    else if (state === 'SETTLED' && known) count(counts, statusOf(known, today))
  }
  return counts
}

/** The status of a signed funding of a loan. */
export function statusOf({ state, servicing }: Loan, today: Day): PortfolioStatus {
  if (state === 'REPAID' || state === 'WRITTEN_OFF') return state
  if (state !== 'ACTIVE' && state !== 'RESTRUCTURED') return 'FUNDED'
  const isLate = servicing?.installments.some(
    (one) =>
      !one.isReplaced &&
      one.dueDate < today &&
      one.principal + one.interest > one.principalPaid + one.interestPaid,
  )
  if (isLate) return 'LATE'
  return state === 'RESTRUCTURED' ? 'RESTRUCTURE' : 'ACTIVE'
}
