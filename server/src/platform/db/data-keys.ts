import { many, one, type Queryable, run } from './database.ts'
import { KeyFault } from '../keys/key-file.ts'
import { PersonalData } from '../keys/personal-data.ts'

/** The encryption of personal data; undefined without a key file. */
export const createPersonalData = (file: string | null): PersonalData | undefined =>
  file === null ? undefined : new PersonalData(file)

/**
 * Refuses to start without all keys of this database: lookups by phone number would fail and numbers could be
 * registered twice. Records the current key before its first use.
 * @throws KeyFault naming the keys that are missing
 */
export async function checkDataKeys(db: Queryable, personal: PersonalData | undefined): Promise<void> {
  const { there } = await one<{ there: boolean }>(
    db,
    'platform.db.is_key_there',
    `select to_regclass('data_key') is not null as there`,
  )
  if (!there) return
  const noted = await many<{ id: string }>(
    db,
    'platform.db.noted_keys',
    'select id from data_key order by since, id',
  )
  const held = new Set(personal?.isThere ? personal.ids : [])
  const missing = noted.filter(({ id }) => !held.has(id)).map(({ id }) => id)
  if (missing.length > 0)
    throw new KeyFault(
      `Personal data in this database is encrypted with the ${missing.length === 1 ? 'key' : 'keys'} ${missing.join(', ')}: set DATA_KEY_FILE to the file that holds ${missing.length === 1 ? 'it' : 'them'}.`,
    )
  if (personal?.isThere && !noted.some(({ id }) => id === personal.current.id))
    await noteDataKey(db, personal.current.id)
}

export const noteDataKey = (db: Queryable, id: string): Promise<number> =>
  run(db, 'platform.db.note_key', 'insert into data_key (id) values ($1) on conflict (id) do nothing', [id])
