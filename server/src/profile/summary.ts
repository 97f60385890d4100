import type { LenderSummary } from '@pematang/contract/profile/endpoints'
import type { Context } from '../context.ts'
import { cashOf } from '../ledger/index.ts'
import { one } from '../platform/db/database.ts'

/**
 * The figures at the head of the dashboard, in whole rupiah. Outstanding is the principal of settled fundings,
 * expected interest is before tax, and expected income is both together.
 */
export async function getSummary(context: Context, lenderId: number): Promise<LenderSummary> {
  const [cash, lent] = await Promise.all([
    cashOf(context.db, lenderId),
    one<{ principal: number; interest: number }>(
      context.db,
      'profile.lent',
      `select coalesce(sum(amount), 0)::bigint as principal, coalesce(sum(expected_interest), 0)::bigint as interest
         from funding where lender_id = $1 and state = 'SETTLED'`,
      [lenderId],
    ),
  ])
  return {
    lenderId,
    cashBalance: cash.available,
    reservedBalance: cash.held,
    outStandingBalance: lent.principal,
    estTotalGet: lent.principal + lent.interest,
    estInterestGet: lent.interest,
    additionalCashBalance: null,
  }
}
