import { type Database, maybe, one, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'

/** Blocks of 8 kB that one transaction looks through. */
const step = 256
/** A pass over the whole table takes so many calls: a week, if it is called every hour. */
const callsPerPass = 7 * 24

/**
 * Deletes answers under idempotency keys that are older than so many days, in a part of the table; the next call
 * continues behind it. One process does this at a time. Rows are found by their place in the table: an index on their
 * age would cost every request something, and old rows are together, so vacuum frees whole blocks for new ones.
 * @param signal ends it after the current step
 * @returns how many were deleted
 */
export async function deleteOldKeys(db: Database, days: number, signal?: AbortSignal): Promise<number> {
  const { blocks } = await one<{ blocks: number }>(
    db,
    'platform.commands.retention_blocks',
    `select pg_relation_size('idempotency') / current_setting('block_size')::integer as blocks`,
  )
  let deleted = 0
  for (let looked = 0; looked < Math.max(1, blocks / callsPerPass); looked += step) {
    const found = await deleteInStep(db, days, blocks)
    if (found === null || signal?.aborted) break
    deleted += found
  }
  return deleted
}

/** @returns how many were deleted, or null if another process does this */
const deleteInStep = (db: Database, days: number, blocks: number): Promise<number | null> =>
  inTransaction(db, { repeatable: true }, async (tx) => {
    const position = await maybe<{ from: number }>(
      tx,
      'platform.commands.retention_position',
      `select next_block as from from retention_position where name = 'idempotency' for update skip locked`,
    )
    if (!position) return null
    const from = position.from < blocks ? position.from : 0
    await run(
      tx,
      'platform.commands.retention_next_position',
      `update retention_position set next_block = $1 where name = 'idempotency'`,
      [from + step],
    )
    return run(
      tx,
      'platform.commands.retention_keys',
      `delete from idempotency where ctid = any (array (
         select ctid from idempotency
          where ctid >= $1::tid and ctid < $2::tid and created_at < app_now() - make_interval(days => $3)
            for update skip locked))`,
      [`(${from},0)`, `(${from + step},0)`, days],
    )
  })
