import type {
  PortfolioFilterStatus,
  PortfolioItem,
  PortfolioSort,
} from '@pematang/contract/reports/portfolio/endpoints'
import { type OwnFunding, type OwnInstallment, statusOf } from './own-books.ts'

/** Whether the portfolio's filter by status finds a funding. */
export const isOf = (own: OwnFunding, status: PortfolioFilterStatus) =>
  status === 'UNSIGNED' ? own.state === 'WAITING' : statusOf(own) === status

/** The sort key of a row; rows are sorted in ascending order. */
export function keyOf(item: PortfolioItem, sort: PortfolioSort): number | string {
  if (sort === 'DUE') return item.nextDueDate ?? '9999-12-31'
  if (sort === 'NAME') return item.borrowerName.toLowerCase()
  if (sort === 'AMOUNT') return -item.totalLoan
  if (sort === 'RATE') return -item.interestPercentage
  // Written-off principal does not count as outstanding.
  return item.statusName === 'WRITTEN_OFF' ? 0 : -(item.principalLeft ?? -1)
}

/**
 * The agreed due date of an installment. An installment that settles the rest of a loan early keeps the last due date
 * of those it replaces.
 */
export function agreedDue({ installments }: OwnFunding, { no, dueDate, replaced }: OwnInstallment): string {
  const isLast = !installments.some((other) => !other.replaced && other.no > no)
  if (replaced || !isLast) return dueDate
  const settled = installments.filter(({ replacedOn }) => replacedOn === dueDate)
  return [dueDate, ...settled.map((one) => one.dueDate)].toSorted().at(-1) ?? dueDate
}

/** The agreed due date of the last installment. */
export const agreedEnd = (own: OwnFunding): string | undefined =>
  own.installments
    .flatMap((one) => (one.replaced ? [] : agreedDue(own, one)))
    .toSorted()
    .at(-1)
