import { type Database, many, one, type Queryable, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { KeptBytes, Place } from './contents.ts'

/**
 * Records the place of bytes outside the database, in the transaction of the row that refers to them. If a place is
 * recorded already, its time is renewed, so that a sweep does not remove the bytes. Another place stays only where a row
 * is read from it. Otherwise its documents came back to the database, and the place may be gone by now.
 */
export async function notePlace(tx: Queryable, kept: KeptBytes): Promise<void> {
  const { place } = kept
  if (place === null || (await upsertPlace(tx, kept, place)) === place) return
  const isForgotten = await run(
    tx,
    'documents.store.forget_former',
    'delete from document_place where sha256 = $1 and not is_outside_document(sha256)',
    [kept.sha256],
  )
  if (isForgotten) await upsertPlace(tx, kept, place)
}

/** Returns the place that is recorded now. The lock on its row keeps moves and other transactions from changing it. */
const upsertPlace = async (tx: Queryable, { sha256, bytes }: KeptBytes, place: Place): Promise<Place> =>
  (
    await one<{ place: Place }>(
      tx,
      'documents.store.note_place',
      `insert into document_place (sha256, size, place) values ($1, $2, $3)
       on conflict (sha256) do update set kept_at = app_now() returning place`,
      [sha256, bytes.length, place],
    )
  ).place

/**
 * Notes the place of documents that have just been read back there, by the owner of the tables. Rows may have left another
 * place for the database before, and that place may be gone by now: what is noted is where these bytes are.
 */
export const insertMovedPlaces = (
  tx: Queryable,
  places: readonly { sha256: Buffer; size: number }[],
  place: Place,
): Promise<number> =>
  run(
    tx,
    'documents.store.note_moved_places',
    `insert into document_place (sha256, size, place)
     select distinct row.sha256, row.size, $3 from unnest($1::bytea[], $2::int[]) as row (sha256, size) order by 1
     on conflict (sha256) do update set kept_at = app_now(), place = excluded.place`,
    [places.map(({ sha256 }) => sha256), places.map(({ size }) => size), place],
  )

/**
 * Places that no row needs and that were last named before the grace period, a page of all places at a time.
 * @returns them, and the hash from which the next page begins; null after the last page
 */
export async function unnamedPlaces(
  db: Queryable,
  { after, graceDays, limit }: { after: Buffer; graceDays: number; limit: number },
): Promise<{ unnamed: Buffer[]; last: Buffer | null }> {
  const rows = await many<{ sha256: Buffer; unnamed: boolean }>(
    db,
    'documents.store.unnamed',
    `select p.sha256, p.kept_at < app_now() - $2 * interval '1 day' and not is_outside_document(p.sha256) as unnamed
       from (select sha256, kept_at from document_place where sha256 > $1 order by sha256 limit $3) p order by 1`,
    [after, graceDays, limit],
  )
  return {
    unnamed: rows.filter(({ unnamed }) => unnamed).map(({ sha256 }) => sha256),
    last: rows.length < limit ? null : (rows.at(-1)?.sha256 ?? null),
  }
}

/** Deletes places, except those that a transaction has referred to meanwhile, because their time is then new. */
export const forgetPlaces = (db: Database, places: readonly Buffer[], graceDays: number): Promise<number> =>
  places.length === 0
    ? Promise.resolve(0)
    : inTransaction(db, { repeatable: true }, (tx) =>
        run(
          tx,
          'documents.store.forget',
          `delete from document_place where sha256 = any($1) and kept_at < app_now() - $2 * interval '1 day'`,
          [places, graceDays],
        ),
      )

/** SQL for the stored bytes of a row with the alias `d`, as `StoredBytes`; needs `joinPlace`. */
export const storedBytes = 'd.bytes, d.sha256, place.place, place.size'
export const joinPlace = 'left join document_place place on place.sha256 = d.sha256 and d.bytes is null'
