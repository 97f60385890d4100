import type { Context } from '../../../server/src/context.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import { inTransaction } from '../../../server/src/platform/db/transaction.ts'

const chunk = 100_000

/**
 * Gives the cash account of a lender with positions (`seedPositions`) a transfer for each payment that they received, the
 * oldest first, as the ledger would have posted them; then fills the table with transfers of another account.
 * @returns how many transfers the lender's account has
 */
export async function seedRepayments(context: Context, lenderId: number, total: number): Promise<number> {
  const [account, other] = [lenderId * 10 + 1, lenderId * 10 + 2]
  return inTransaction(context.db, { repeatable: false }, async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    await run(
      tx,
      'bench.accounts',
      `insert into account (id, kind, owner_id, authorising) values
         ($1::bigint, 'LENDER_CASH', $3::bigint, true), ($2::bigint, 'LENDER_CASH', $3::bigint + 1000, true),
         (1, 'LOAN_ESCROW', $3::bigint, false)`,
      [account, other, lenderId],
    )
    const own = await run(
      tx,
      'bench.own_transfers',
      `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount, credit_seq,
                             credit_balance_after, created_at)
       select gen_random_uuid(), gen_random_uuid(), 'REPAYMENT', p.id, 1, $1, 115300, p.seq, p.seq * 115300, p.created_at
         from (select p.id, p.created_at, row_number() over (order by p.created_at, p.id) as seq
                 from lender_repayment r join loan_payment p on p.id = r.payment_id where r.lender_id = $2) p`,
      [account, lenderId],
    )
    for (let from = own; from < total; from += chunk)
      await run(
        tx,
        'bench.other_transfers',
        `insert into transfer (id, journal_id, kind, ref, debit_account, credit_account, amount, credit_seq,
                               credit_balance_after, created_at)
         select gen_random_uuid(), gen_random_uuid(), 'TOP_UP', gen_random_uuid(), 1, $1, 1000, n, n * 1000, app_now()
           from generate_series($2::bigint + 1, $3::bigint) n`,
        [other, from, Math.min(total, from + chunk)],
      )
    await run(
      tx,
      'bench.seq',
      'update account set seq = $2::bigint, balance = $2::bigint * 115300 where id = $1',
      [account, own],
    )
    return own
  })
}
