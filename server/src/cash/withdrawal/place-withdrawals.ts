import type { Context } from '../../context.ts'
import { reserve } from '../../books/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { bankQueue } from '../../outside/bank/queue.ts'
import { insertWithdrawal, type NewWithdrawal } from './store.ts'

/**
 * Holds the amounts and fees of withdrawals on a cash account, and enqueues the jobs that order their transfers. The
 * caller has locked the account and checked that the money is free.
 */
export async function placeWithdrawals(
  tx: Transaction,
  { random }: Pick<Context, 'random'>,
  account: number,
  withdrawals: readonly NewWithdrawal[],
): Promise<void> {
  await reserve(
    tx,
    'WITHDRAWAL',
    withdrawals.map(({ id, amount, fee }) => ({ id, account, amount: amount + fee })),
  )
  for (const withdrawal of withdrawals) await insertWithdrawal(tx, withdrawal)
  await enqueue(
    tx,
    withdrawals.map(({ id }) => ({
      id: random.uuid(),
      kind: 'withdrawal.follow',
      payload: { withdrawalId: id },
      queue: bankQueue,
    })),
  )
}
