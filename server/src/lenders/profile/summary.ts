import type { LenderSummary } from '@pematang/contract/lenders/profile/endpoints'
import type { Context } from '../../context.ts'
import { cashBalancesOf } from '../../books/index.ts'
import { one } from '../../platform/db/database.ts'
import { virtualAccountsOf } from './virtual-accounts.ts'
import { factReader, joinLimits, type LimitColumns, limitColumns, roomOf } from '../limits/index.ts'

/**
 * The key figures of the dashboard in whole rupiah. Outstanding is the unpaid principal of settled fundings, expected
 * interest is the remaining scheduled interest before tax, and expected income is their sum. Before disbursement the
 * schedule shown at signing is used; a written-off loan has no expected income.
 */
export async function getSummary(context: Context, lenderId: number): Promise<LenderSummary> {
  const [{ cash, additional }, lent] = await Promise.all([
    cashBalancesOf(context.db, lenderId),
    one<LimitColumns & { principal: number; interest: number }>(
      context.db,
      'lenders.profile.lent',
      `select coalesce(t.principal_due, 0) as principal, coalesce(t.interest_due, 0) as interest,
              ${limitColumns}
         from lender l left join portfolio_total t on t.lender_id = l.id ${joinLimits} where l.id = $1`,
      [lenderId],
    ),
  ])
  const readFacts = await factReader(context.db, context.db, [lent])
  return {
    lenderId,
    cashBalance: cash.available,
    reservedBalance: cash.reserved,
    withdrawingBalance: cash.withdrawing + (additional?.withdrawing ?? 0),
    outStandingBalance: lent.principal,
    estTotalGet: lent.principal + lent.interest,
    estInterestGet: lent.interest,
    additionalCashBalance: additional?.available ?? null,
    fundingRoom: await roomOf(context, readFacts(lent)),
    additionalBalanceBank: additional ? await secondBankName(context, lenderId) : null,
  }
}

/**
 * The name of the bank of the second cash account, from the lender's virtual account there or else from the
 * configuration.
 */
async function secondBankName({ db, banks }: Context, lenderId: number): Promise<string | null> {
  const isSecond = ({ methodPayment }: { methodPayment: 1 | 2 }) => methodPayment === 2
  const accounts = await virtualAccountsOf(db, lenderId)
  return accounts.find(isSecond)?.bankName ?? banks.find(isSecond)?.name ?? null
}
