import type { LenderSummary } from '@pematang/contract/lenders/profile/endpoints'
import { useQuery } from '@tanstack/react-query'
import { secondBalanceName } from '../../../lender/balance-name.ts'
import { summaryQuery } from '../../../lender/summary.ts'
import type { Method } from './send-withdrawal.ts'

/**
 * A cash account: the payment method that identifies it, its name, and the cash that can be withdrawn, in whole rupiah.
 */
export type CashAccount = { method: Method; name: string; balance: number }

/** The cash accounts of a lender: one for all payment methods, or one for each. */
export function cashAccountsOf({
  cashBalance,
  additionalCashBalance,
  additionalBalanceBank,
}: Pick<LenderSummary, 'cashBalance' | 'additionalCashBalance' | 'additionalBalanceBank'>): CashAccount[] {
  const first: CashAccount = { method: 1, name: 'Cash Balance', balance: cashBalance }
  if (additionalCashBalance === null) return [first]
  return [
    first,
    { method: 2, name: secondBalanceName(additionalBalanceBank), balance: additionalCashBalance },
  ]
}

/** The cash that can be withdrawn now, by cash account. */
export function useBalance(method: Method) {
  const { data, isError, isFetching, refetch } = useQuery(summaryQuery())
  const cashAccounts = data ? cashAccountsOf(data) : []
  const cashAccount = cashAccounts.find((one) => one.method === method) ?? cashAccounts[0]
  return { cashAccounts, balance: cashAccount?.balance, isError, isFetching, refetch }
}
