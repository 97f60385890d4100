import type { Context } from '../../../server/src/context.ts'
import { accountOf, type Journal, post, postMany } from '../../../server/src/ledger/index.ts'
import { Batcher } from '../../../server/src/platform/batch/batcher.ts'
import { Database } from '../../../server/src/platform/db/database.ts'
import { inTransaction } from '../../../server/src/platform/db/transaction.ts'
import { seedLenders } from '../seed/lenders.ts'

/** One transfer of whole rupiah between two accounts, given by their indexes. */
export type Transfer = (from: number, to: number, amount: number) => Promise<void>
export type Road = { transfer: Transfer; close(): Promise<void> }

/** Creates cash accounts with sufficient balances, in the books of `context`. */
export async function ledgerAccounts(context: Context, count: number): Promise<number[]> {
  const lenders = await seedLenders(context, count, 10_000_000_000)
  return Promise.all(lenders.map(({ lenderId }) => accountOf(context.db, 'LENDER_CASH', lenderId)))
}

const journalOf = ({ random }: Context, debit: number, credit: number, amount: number): Journal => ({
  id: random.uuid(),
  kind: 'FUNDING',
  ref: 'bench',
  movements: [{ debit, credit, amount }],
  newId: random.uuid,
})

/** Our `post`, with one transaction per transfer. */
export function singly(context: Context, url: string, accounts: number[], connections: number): Road {
  const db = new Database({ url, size: connections })
  return {
    async transfer(from, to, amount) {
      const journal = journalOf(context, accounts[from] ?? 0, accounts[to] ?? 0, amount)
      await inTransaction(db, { repeatable: false }, (tx) => post(tx, journal))
    },
    close: () => db.close(),
  }
}

/** Our `postMany` behind a batcher: transfers that wait at the same time share a transaction. */
export function together(context: Context, url: string, accounts: number[], maxBatchSize: number): Road {
  const db = new Database({ url, size: 1 })
  const batcher = new Batcher<Journal, void>(
    async (journals) => {
      const outcomes = await inTransaction(db, { repeatable: false }, (tx) => postMany(tx, journals))
      return outcomes.map((breach) => (breach ? { error: breach } : { answer: undefined }))
    },
    { concurrency: 1, maxBatchSize, queue: 10_000 },
  )
  return {
    transfer: (from, to, amount) =>
      batcher.ask(journalOf(context, accounts[from] ?? 0, accounts[to] ?? 0, amount)),
    close: () => db.close(),
  }
}
