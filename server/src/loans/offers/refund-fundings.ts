import type { Context } from '../../context.ts'
import { type Account, type LedgerBreach, postMany } from '../../books/index.ts'
import { type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

/** `amount` in whole rupiah. */
export type EndingFunding = { id: string; lenderId: number; amount: number }

/**
 * Refunds settled fundings, each with its own journal.
 * @returns the first journal that the ledger refused
 */
export async function refundFundings(
  tx: Transaction,
  { random }: Context,
  { escrow, cash }: { escrow: number; cash: ReadonlyMap<number, Account> },
  fundings: readonly EndingFunding[],
): Promise<LedgerBreach | undefined> {
  const breaches = await postMany(
    tx,
    fundings.map(({ id, lenderId, amount }) => ({
      id: random.uuid(),
      kind: 'REFUND' as const,
      ref: id,
      movements: [{ debit: escrow, credit: cash.get(lenderId)?.id ?? 0, amount }],
      newId: random.uuid,
    })),
  )
  return breaches.find((breach) => breach !== null) ?? undefined
}

/** Ends settled fundings as REFUNDED, and those that wait as CANCELLED. */
export async function endFundings(tx: Queryable, fundings: readonly EndingFunding[]): Promise<void> {
  await run(
    tx,
    'loans.offers.cancel_end',
    `update funding f set state = case f.state when 'SETTLED' then 'REFUNDED' else 'CANCELLED' end, ended_at = app_now()
       from unnest($1::bigint[], $2::uuid[]) as row (lender_id, id)
      where f.lender_id = row.lender_id and f.id = row.id`,
    [fundings.map(({ lenderId }) => lenderId), fundings.map(({ id }) => id)],
  )
}
