import { ObjectTooLarge } from '../../outside/document-store/port.ts'
import { type Actor, recordAudit } from '../../platform/audit/audit.ts'
import { type Database, many, one, type Queryable, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Random } from '../../platform/random.ts'
import { type DocumentContents, hashOf, keyOf, type Place, verified, WrongBytes } from './contents.ts'
import { inParallel } from './parallel.ts'
import {
  type DocumentKey,
  type DocumentOfRow,
  pageOf,
  type Relation,
  relations,
  writeBytes,
} from './relations.ts'
import { insertMovedPlaces } from './store.ts'

/** How many documents a batch has; each takes about 100 KB. */
const batchSize = 50
/** How many documents of a batch are copied concurrently. */
const atOnce = 4

export type Move = {
  /** With the login that owns the tables: the application may not change rows of documents. */
  owner: Database
  contents: DocumentContents
  random: Random
  actor: Actor
  /** Called after each batch with the number of documents moved so far. */
  onProgress?: (moved: number) => void
}

/** A document that is not moved, because its bytes do not match its hash. */
export type LeftBehind = { document: string; fault: string }
export type MoveReport = { moved: number; left: LeftBehind[] }

/**
 * Moves all documents to a place while the product runs. The bytes are written to the new place and read back before
 * their row is changed. The copy in the old place stays until a sweep, or in a row until a vacuum. A move can be
 * interrupted and started again.
 * @param to null for the database
 * @throws StoreUnavailable; the documents moved until then stay in the new place
 */
export async function moveDocuments(move: Move, to: Place | null): Promise<MoveReport> {
  const report: MoveReport = { moved: 0, left: [] }
  for (const relation of relations) {
    for (let after: DocumentKey | null = null; ; ) {
      const rows: DocumentOfRow[] = await pageOf(move.owner, relation, {
        after,
        rows: to === null ? 'outside' : 'inside',
        limit: batchSize,
      })
      const copied = await inParallel(rows, atOnce, (row) =>
        orLeft(report, `${relation} ${row.key.join(' ')}`, () => copyRow(move.contents, row, to)),
      )
      const moved = copied.filter((row) => row !== null)
      report.moved += await nameInRows(move, relation, moved, to)
      move.onProgress?.(report.moved)
      after = rows.at(-1)?.key ?? after
      if (rows.length < batchSize) break
    }
  }
  if (to !== null) await moveBetweenStores(move, to, report)
  return report
}

/** Counts the documents that a move to this place would move. */
export async function countToMove(db: Queryable, to: Place | null): Promise<number> {
  const { rows } = await one<{ rows: number }>(
    db,
    'documents.store.count_to_move',
    `select case when $1 = 'DATABASE' then 0 else (select count(*) from document_place where place <> $1 and is_outside_document(sha256)) end
          + (select count(*) from document where (bytes is null) = ($1 = 'DATABASE'))
          + (select count(*) from factsheet where (bytes is null) = ($1 = 'DATABASE'))
          + (select count(*) from statement_pdf where (bytes is null) = ($1 = 'DATABASE'))
          + (select count(*) from balance_confirmation where (bytes is null) = ($1 = 'DATABASE'))
          + (select count(*) from vote_document where (bytes is null) = ($1 = 'DATABASE'))
          + (select count(*) from transfer_addendum where (bytes is null) = ($1 = 'DATABASE')) as rows`,
    [placeName(to)],
  )
  return rows
}

type Copied = { key: DocumentKey; sha256: Buffer; size: number; bytes: Buffer | null }

async function copyRow(contents: DocumentContents, row: DocumentOfRow, to: Place | null): Promise<Copied> {
  const { key, sha256 } = row
  if (to === null) {
    const bytes = await contents.readOutside(row)
    return { key, sha256, size: bytes.length, bytes }
  }
  const bytes = row.bytes ?? Buffer.alloc(0)
  if (!hashOf(bytes).equals(sha256)) throw new WrongBytes('the bytes in its row are not those of its hash')
  await copyTo(contents, { sha256, place: to }, bytes)
  return { key, sha256, size: bytes.length, bytes: null }
}

async function copyTo(
  contents: DocumentContents,
  { sha256, place }: { sha256: Buffer; place: Place },
  bytes: Buffer,
): Promise<void> {
  const store = contents.storeOf(place)
  await store.put(keyOf(sha256), bytes)
  const read = await store.get(keyOf(sha256), bytes.length)
  if (read === null) throw new WrongBytes(`what was written to ${place} is not there`)
  verified(read, { sha256, size: bytes.length, place })
}

async function orLeft<T>(report: MoveReport, document: string, copy: () => Promise<T>): Promise<T | null> {
  try {
    return await copy()
  } catch (error) {
    if (!(error instanceof WrongBytes || error instanceof ObjectTooLarge)) throw error
    report.left.push({ document, fault: error.message })
    return null
  }
}

const placeName = (to: Place | null) => to ?? 'DATABASE'

async function nameInRows(
  { owner, random, actor }: Move,
  relation: Relation,
  copied: readonly Copied[],
  to: Place | null,
): Promise<number> {
  if (copied.length === 0) return 0
  const id = random.uuid()
  return inTransaction(owner, { repeatable: true }, async (tx) => {
    if (to !== null) await insertMovedPlaces(tx, copied, to)
    const rows = await writeBytes(tx, relation, copied)
    if (rows === 0) return 0
    await run(
      tx,
      'documents.store.note_move',
      'insert into document_move (id, relation, rows, to_place) values ($1, $2, $3, $4) on conflict (id) do nothing',
      [id, relation, rows, placeName(to)],
    )
    await recordAudit(tx, {
      id,
      actor,
      operation: 'moveDocuments',
      subject: relation,
      outcome: 'done',
      detail: { rows, to: placeName(to) },
    })
    return rows
  })
}

type Placed = { sha256: Buffer; size: number; place: Place }

/** Moves the documents of another store: only their recorded places change, not their rows. */
async function moveBetweenStores(move: Move, to: Place, report: MoveReport): Promise<void> {
  const { owner, contents, random, actor } = move
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const found: Placed[] = await many<Placed>(
      owner,
      'documents.store.elsewhere',
      `select sha256, size, place from document_place
        where sha256 > $1 and place <> $2 and is_outside_document(sha256) order by sha256 limit $3`,
      [after, to, batchSize],
    )
    const copied = await inParallel(found, atOnce, (placed) =>
      orLeft(report, placed.sha256.toString('hex'), async () => {
        await copyTo(contents, { sha256: placed.sha256, place: to }, await contents.readOutside(placed))
        return placed
      }),
    )
    const moved = copied.filter((placed) => placed !== null)
    if (moved.length > 0) {
      const id = random.uuid()
      report.moved += await inTransaction(owner, { repeatable: true }, async (tx) => {
        const rows = await run(
          tx,
          'documents.store.replace',
          'update document_place set place = $2 where sha256 = any($1) and place <> $2',
          [moved.map(({ sha256 }) => sha256), to],
        )
        const detail = { rows, to }
        const subject = 'document_place'
        await recordAudit(tx, { id, actor, operation: 'moveDocuments', subject, outcome: 'done', detail })
        return rows
      })
      move.onProgress?.(report.moved)
    }
    after = found.at(-1)?.sha256 ?? after
    if (found.length < batchSize) return
  }
}
