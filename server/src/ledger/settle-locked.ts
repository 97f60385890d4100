import { type Queryable, run } from '../platform/db/database.ts'
import { LedgerBreach, type TransferKind } from './journal.ts'

/**
 * Settles the hold `id` to the account `credit` with one statement, for small transactions of one hold each. Both
 * accounts are authorising, and the caller has locked them.
 * @throws LedgerBreach when there is no such open hold; the transaction must be rolled back then
 */
export async function settleLocked(
  tx: Queryable,
  id: string,
  { credit, kind, newId }: { credit: number; kind: TransferKind; newId: () => string },
): Promise<void> {
  const written = await run(
    tx,
    'ledger.settle_locked',
    `with ended as (
       update hold set state = 'SETTLED', ended_at = app_now() where id = $1 and state = 'OPEN'
       returning account_id, amount
     ), moved as (
       update account a set balance = a.balance + case a.id when $2 then e.amount else -e.amount end,
              held = a.held - case a.id when $2 then 0 else e.amount end, seq = a.seq + 1
         from ended e where a.id in (e.account_id, $2) and a.authorising returning a.id, a.balance, a.seq
     )
     insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount,
                           debit_seq, credit_seq, debit_balance_after, credit_balance_after)
     select $3, $4, $5, $6, e.account_id, $2, e.amount, debit.seq, credit.seq, debit.balance, credit.balance
       from ended e join moved debit on debit.id = e.account_id join moved credit on credit.id = $2`,
    [id, credit, newId(), newId(), kind, id],
  )
  if (written !== 1) throw new LedgerBreach(`nothing is reserved under ${id} that could be settled`)
}
