import { type Actor, auditAlone } from '../../platform/audit/audit.ts'
import { type Database, many, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { PersonalData } from '../../platform/keys/personal-data.ts'
import { noteDataKey } from '../../platform/db/data-keys.ts'
import type { Random } from '../../platform/random.ts'
import { encryptRows, isKeyUsed, personalTables, start } from './personal-columns.ts'

export type Rotation = {
  key: string
  /** Rows encrypted by this run, by table. */
  rows: Record<string, number>
  /** Ids of keys that encrypt no value any more, which may be removed from the file. */
  free: string[]
}

/**
 * Encrypts plain values and values of older keys with the current key, one batch per transaction while the system runs;
 * resumes after an interruption.
 * @param db with the login that owns the tables: the application's may not change versions in place, because the
 *   database cannot compare what an envelope holds with what was there
 */
export async function encryptPersonalData(
  db: Database,
  { random, actor, personal }: { random: Random; actor: Actor; personal: PersonalData },
): Promise<Rotation> {
  const key = personal.current.id
  await noteDataKey(db, key)
  const rows: Record<string, number> = {}
  for (const [name, table] of Object.entries(personalTables)) {
    rows[name] = 0
    for (let after = start(table); ; ) {
      const done = await inTransaction(db, { repeatable: true }, async (tx) => {
        // Tells the triggers that the values are unchanged: no version is stored and no change noted.
        await many(tx, 'lenders.profile.reencrypting', `select set_config('app.reencrypting', 'on', true)`)
        return encryptRows(tx, personal, [name, table], after)
      })
      rows[name] += done.length
      const last = done.at(-1)
      if (!last) break
      after = last
    }
  }
  const free = await freeKeys(db, key)
  await auditAlone(db, {
    id: random.uuid(),
    actor,
    operation: 'encryptPersonalData',
    subject: `key:${key}`,
    outcome: 'done',
    detail: { rows, free },
  })
  return { key, rows, free }
}

/** Deletes the records of keys that encrypt no values, except the current one, and returns their ids. */
async function freeKeys(db: Database, inUse: string): Promise<string[]> {
  const noted = await many<{ id: string }>(
    db,
    'lenders.profile.personal_keys',
    'select id from data_key where id <> $1',
    [inUse],
  )
  const free: string[] = []
  for (const { id } of noted) {
    if (await isKeyUsed(db, id)) continue
    await run(db, 'lenders.profile.forget_personal_key', 'delete from data_key where id = $1', [id])
    free.push(id)
  }
  return free
}
