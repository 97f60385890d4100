import type { LenderSummary } from '@pematang/contract/profile/endpoints'
import { useQuery } from '@tanstack/react-query'
import { summaryQuery } from '../../lender/summary.ts'
import type { Method } from './send-withdrawal.ts'

/** Cash that can be withdrawn, in whole rupiah, by the payment method that names it. */
export type Pocket = { method: Method; name: string; balance: number }

/** The pockets of a lender: one that serves every method, or two. */
export function pocketsOf({
  cashBalance,
  additionalCashBalance,
}: Pick<LenderSummary, 'cashBalance' | 'additionalCashBalance'>): Pocket[] {
  const first: Pocket = { method: 1, name: 'Cash Balance', balance: cashBalance }
  if (additionalCashBalance === null) return [first]
  return [first, { method: 2, name: 'Saldo Tambahan', balance: additionalCashBalance }]
}

/** What can be withdrawn now, and from where. */
export function useBalance(method: Method) {
  const { data, isError, isFetching, refetch } = useQuery(summaryQuery())
  const pockets = data ? pocketsOf(data) : []
  const pocket = pockets.find((one) => one.method === method) ?? pockets[0]
  return { pockets, balance: pocket?.balance, isError, isFetching, refetch }
}
