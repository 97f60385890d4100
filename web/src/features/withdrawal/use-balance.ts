import type { LenderSummary } from '@pematang/contract/profile/endpoints'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { type BankAccount, methodOf } from './send-withdrawal.ts'

/**
 * The pocket that a withdrawal to this account is taken from, in whole rupiah: the second one where the account is at
 * the other bank and the lender has two.
 */
export const pocketOf = (
  summary: Pick<LenderSummary, 'cashBalance' | 'additionalCashBalance'>,
  method: 1 | 2,
) =>
  method === 2 && summary.additionalCashBalance !== null ? summary.additionalCashBalance : summary.cashBalance

/** What can be withdrawn to this account now. */
export function useBalance(account: BankAccount) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['summary'],
    queryFn: ({ signal }) => api('GET /lender/summary', { signal }),
  })
  return { balance: data && pocketOf(data, methodOf(account)), isError, isFetching, refetch }
}
