import { one, type Queryable } from '../../platform/db/database.ts'

/** The lender's cash and their debt to the platform, in whole rupiah. */
export type CashAt = { cash: number; owed: number }

/**
 * A lender's cash and debt before an instant, as the sum of transfers. A running balance could be wrong: a transfer has
 * the start time of its transaction, so line order and time order differ. The account of debts has no index and is read
 * only for lenders who ever had a debt.
 */
export function cashAt(db: Queryable, lenderId: number, until: Date): Promise<CashAt> {
  return one<CashAt>(
    db,
    'books.ledger.cash_at',
    `select (select coalesce(sum(moved.amount), 0)::bigint
               from account a cross join lateral (
                 select amount from transfer t
                  where t.credit_account = a.id and t.credit_seq is not null and t.created_at < $2
                 union all
                 select -amount from transfer t
                  where t.debit_account = a.id and t.debit_seq is not null and t.created_at < $2
               ) moved
              where a.owner_id = $1 and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')) as cash,
            case when exists (select from lender_receivable r where r.lender_id = $1) then
              (select coalesce(sum(case when t.debit_account = a.id then t.amount else -t.amount end), 0)::bigint
                 from account a join transfer t on a.id in (t.debit_account, t.credit_account) and t.created_at < $2
                where a.owner_id = $1 and a.kind = 'LENDER_RECEIVABLE') else 0 end as owed`,
    [lenderId, until],
  )
}
