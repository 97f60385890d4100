import { count, type Counts, type HistoryEntry } from './counts.ts'
import type { PortfolioFilterStatus } from '@pematang/contract/reports/portfolio/endpoints'
import type { Books, Loan } from './books.ts'
import type { Day } from './days.ts'

/** The entries of a lender's history: what has ended, as it was noted, and what is in progress. */
export function historyOf(books: Books, name: string): Counts {
  const counts = { ...books.lender(name).history }
  for (const { lender, state } of books.fundings.values())
    if (lender === name && state === 'WAITING') count(counts, 'Funding In Progress' satisfies HistoryEntry)
  for (const { lender, state } of books.withdrawals.values())
    if (lender === name && (state === 'UNDER_WAY' || state === 'LOST'))
      count(counts, 'Withdraw In Progress' satisfies HistoryEntry)
  return counts
}

/** The fundings of a lender's portfolio by status on a day. One that waits for its signature counts as funded too. */
export function portfolioOf(books: Books, name: string, today: Day): Counts {
  const counts = { ...books.lender(name).ended }
  for (const { lender, loan, state } of books.fundings.values()) {
    if (lender !== name) continue
    const known = books.loans.get(loan)
    if (state === 'WAITING') count(counts, 'UNSIGNED')
    if (state === 'WAITING') count(counts, 'FUNDED')
    else if (state === 'REFUNDED') count(counts, 'REFUNDED')
    else if (state === 'SETTLED' && known) count(counts, statusOf(known, today))
  }
  return counts
}

export function statusOf({ state, servicing }: Loan, today: Day): PortfolioFilterStatus {
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
