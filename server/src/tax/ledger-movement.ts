import { addMonths, startOfDay } from '@pematang/contract/format/business-date'
import { one, type Queryable } from '../platform/db/database.ts'
import { firstDayOf, type Period } from './period.ts'

/** What repayments and their reversals of a period moved on TAX_PAYABLE by the ledger, in whole rupiah. */
export async function recordedInLedger(db: Queryable, period: Period): Promise<number> {
  const first = firstDayOf(period)
  const { moved } = await one<{ moved: number }>(
    db,
    'tax.ledger',
    `select coalesce(sum(case when t.credit_account = a.id then t.amount else -t.amount end), 0)::bigint as moved
       from account a
       join transfer t on a.id in (t.credit_account, t.debit_account) and t.created_at >= $1 and t.created_at < $2
       left join reversal r on t.kind = 'REVERSAL' and r.id::text = t.ref
      where a.kind = 'TAX_PAYABLE' and a.owner_id = 0 and (t.kind = 'REPAYMENT' or r.kind = 'REPAYMENT')`,
    [startOfDay(first), startOfDay(addMonths(first, 1))],
  )
  return moved
}
