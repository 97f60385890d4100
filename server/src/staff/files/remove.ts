import type { Context } from '../../context.ts'
import { many, run } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { lockFile } from './store.ts'

/** After so many days in which nothing happened to a file its content and its refused lines are removed. */
export const fileDays = 14

/** Nothing has happened for so long: no upload, no run, no proposal that waits. */
const isOver = `f.removed_at is null and f.at < app_now() - make_interval(days => $1)
  and not exists (select from staff_file_run r where r.file_id = f.id
                     and (r.ended_at is null or r.ended_at > app_now() - make_interval(days => $1)))
  and not exists (select from proposal p where p.number = f.proposal
                     and coalesce(p.ended_at, p.until) > app_now() - make_interval(days => $1))`

/** Removes the contents of old files, which hold personal data. Who uploaded what, and what became of it, is kept. */
export async function removeOldFiles({ db }: Context): Promise<number> {
  const files = await many<{ id: string }>(
    db,
    'staff.files.old',
    `select f.id from staff_file f where ${isOver} order by f.at limit 200`,
    [fileDays],
  )
  let removed = 0
  for (const { id } of files)
    removed += await inTransaction(db, { repeatable: true }, (tx) => removeOne(tx, id))
  return removed
}

async function removeOne(tx: Transaction, id: string): Promise<number> {
  // Who proposes it meanwhile has locked it: afterwards it is asked again.
  await lockFile(tx, id)
  const removed = await run(
    tx,
    'staff.files.remove',
    `update staff_file f set content = null, removed_at = app_now() where f.id = $2 and ${isOver}`,
    [fileDays, id],
  )
  if (removed > 0)
    await run(
      tx,
      'staff.files.remove_refusals',
      'update staff_file_run set refusals = null where file_id = $1 and refusals is not null',
      [id],
    )
  return removed
}
