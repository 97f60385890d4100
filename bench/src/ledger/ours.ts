import type { Context } from '../../../server/src/context.ts'
import { type Journal, post, postMany } from '../../../server/src/books/index.ts'
import { Batcher } from '../../../server/src/platform/batch/batcher.ts'
import { Database } from '../../../server/src/platform/db/database.ts'
import { inTransaction } from '../../../server/src/platform/db/transaction.ts'
import { seedLenders } from '../seed/lenders.ts'

/** One transfer of whole rupiah between two accounts, given by their indexes. */
export type Transfer = (from: number, to: number, amount: number) => Promise<void>
/** A way to transfer; `close` ends the connections that only it uses. */
export type Road = { transfer: Transfer; close?(): Promise<void> }

/** Creates cash accounts with sufficient balances, in the books of `context`. */
export async function ledgerAccounts(context: Context, count: number): Promise<number[]> {
  const lenders = await seedLenders(context, count, 10_000_000_000)
  return lenders.map(({ account }) => account)
}

const journalOf = ({ random }: Context, debit: number, credit: number, amount: number): Journal => ({
  id: random.uuid(),
  kind: 'FUNDING',
  ref: 'bench',
  movements: [{ debit, credit, amount }],
  newId: random.uuid,
})

/** Our `post` as a statement of its own, which the server commits by itself. */
export const singly = (context: Context, db: Database, accounts: number[]): Road => ({
  transfer: (from, to, amount) =>
    post(db, journalOf(context, accounts[from] ?? 0, accounts[to] ?? 0, amount)),
})

/** Our `post` between BEGIN and COMMIT, as commands use it beside their other statements. */
export const inTransactions = (context: Context, db: Database, accounts: number[]): Road => ({
  async transfer(from, to, amount) {
    const journal = journalOf(context, accounts[from] ?? 0, accounts[to] ?? 0, amount)
    await inTransaction(db, { repeatable: false }, (tx) => post(tx, journal))
  },
})

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
