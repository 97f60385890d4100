import type { LenderSummary } from '@pematang/contract/profile/endpoints'
import type { Context } from '../context.ts'
import { pursesOf } from '../ledger/index.ts'
import { one } from '../platform/db/database.ts'

/**
 * The figures at the head of the dashboard, in whole rupiah. Outstanding is the principal of settled fundings that was
 * not paid back, expected interest is what the schedules still promise, before tax, and expected income is both
 * together. Until a loan is paid out its schedule is the one that was shown at signing. A loan that was written off
 * promises nothing any more.
 */
export async function getSummary(context: Context, lenderId: number): Promise<LenderSummary> {
  const [{ cash, additional }, lent] = await Promise.all([
    pursesOf(context.db, lenderId),
    one<{ principal: number; interest: number }>(
      context.db,
      'profile.lent',
      `select coalesce(sum(principal_due), 0)::bigint as principal, coalesce(sum(interest_due), 0)::bigint as interest
         from portfolio_total where lender_id = $1`,
      [lenderId],
    ),
  ])
  return {
    lenderId,
    cashBalance: cash.available,
    reservedBalance: cash.reserved,
    withdrawingBalance: cash.withdrawing + (additional?.withdrawing ?? 0),
    outStandingBalance: lent.principal,
    estTotalGet: lent.principal + lent.interest,
    estInterestGet: lent.interest,
    additionalCashBalance: additional?.available ?? null,
  }
}
