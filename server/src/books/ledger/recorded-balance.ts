import { one, type Queryable } from '../../platform/db/database.ts'
import type { AccountKind } from './accounts.ts'

/** The balance of a recording account in whole rupiah, as the sum of its transfers; 0 if it was never opened. */
export async function recordedBalance(db: Queryable, kind: AccountKind, ownerId: number): Promise<number> {
  const { balance } = await one<{ balance: number }>(
    db,
    'books.ledger.recorded_balance',
    `select (coalesce(sum(t.amount) filter (where t.credit_account = a.id), 0)
             - coalesce(sum(t.amount) filter (where t.debit_account = a.id), 0))::bigint as balance
       from account a left join transfer t on a.id in (t.credit_account, t.debit_account)
      where a.kind = $1 and a.owner_id = $2`,
    [kind, ownerId],
  )
  return balance
}

/**
 * What may leave a clearing account, in whole rupiah. Of its fees the platform leaves what it bears by rounding, because
 * lenders were paid it. It can be below zero then.
 */
export async function withdrawableBalance(
  db: Queryable,
  kind: AccountKind,
  ownerId: number,
): Promise<number> {
  const balance = await recordedBalance(db, kind, ownerId)
  return kind === 'PLATFORM_FEE' ? balance + (await recordedBalance(db, 'ROUNDING', 0)) : balance
}
