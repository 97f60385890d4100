import { type Database, run } from '../../../server/src/platform/db/database.ts'
import type { Road } from './ours.ts'

// The least that a durable transfer can be: statements that commit one small thing each, in the same way as a single post.

/** Commits a message in the write-ahead log, and nothing else. */
export const messages = (db: Database): Road => ({
  async transfer() {
    await db.query({ name: 'bench.message', text: `select pg_logical_emit_message(true, 'bench', '')` })
  },
})

/** Inserts one row into a table without an index, and commits it. */
export async function rows(db: Database): Promise<Road> {
  await db.query({
    text: 'create table if not exists bench_row (debit bigint, credit bigint, amount bigint)',
  })
  return {
    async transfer(from, to, amount) {
      await run(db, 'bench.row', 'insert into bench_row values ($1, $2, $3)', [from, to, amount])
    },
  }
}
