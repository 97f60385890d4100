import type { DocumentContext } from '../context.ts'
import { joinPlace, type StoredBytes, storedBytes } from '../store/index.ts'
import { stampQueue, timestampJob } from './queue.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Timestamp } from './token.ts'

/**
 * Why a document has no time stamp yet. UNAVAILABLE: the authority does not answer. REFUSED: it refuses. INVALID: its
 * answer is not a time stamp of this document by a trusted authority. NOT_CONFIGURED: no authority is set, or the
 * trusted certificates cannot be read. ERROR: a fault of this program.
 */
export const timestampReasons = ['UNAVAILABLE', 'REFUSED', 'INVALID', 'NOT_CONFIGURED', 'ERROR'] as const
export type TimestampReason = (typeof timestampReasons)[number]

/** Enqueues a time stamp job for each of these final documents; does nothing without a configured authority. */
export async function enqueueTimestamps(
  tx: Queryable,
  { random, tsa }: Pick<DocumentContext, 'random' | 'tsa'>,
  documentIds: readonly string[],
): Promise<void> {
  if (!tsa || documentIds.length === 0) return
  const asked = await many<{ documentId: string }>(
    tx,
    'documents.timestamp.ask',
    `insert into timestamp_request (document_id)
     select id from unnest($1::text[]) as id
      where not exists (select from document_timestamp t where t.document_id = id)
         on conflict do nothing returning document_id as "documentId"`,
    [documentIds],
  )
  await enqueue(
    tx,
    asked.map(({ documentId }) => ({
      id: random.uuid(),
      kind: timestampJob,
      payload: { documentId },
      queue: stampQueue,
    })),
  )
}

/** The document of a time stamp request; undefined if the request is no longer open. */
export const findRequested = (db: Queryable, documentId: string): Promise<StoredBytes | undefined> =>
  maybe<StoredBytes>(
    db,
    'documents.timestamp.requested',
    `select ${storedBytes} from timestamp_request r join document d on d.id = r.document_id ${joinPlace}
      where r.document_id = $1`,
    [documentId],
  )

/** The bytes that are appended to a document, with the time stamp in them. */
export type Revision = {
  documentId: string
  bytes: Buffer
  /** The range of the time stamp within the appended bytes, including its brackets. */
  from: number
  to: number
  timestamp: Timestamp
}

const timestampColumns = {
  documentId: 'text',
  revision: 'bytea',
  holeFrom: 'integer',
  holeTo: 'integer',
  token: 'bytea',
  stampedAt: 'timestamptz',
  serial: 'text',
  authority: 'text',
} as const

/**
 * Stores a time stamp.
 * @returns false if the document already had one
 */
export async function insertTimestamp(tx: Queryable, revision: Revision): Promise<boolean> {
  const { documentId, bytes, from, to, timestamp } = revision
  const kept = await run(
    tx,
    'documents.timestamp.insert',
    `insert into document_timestamp (${columnNames(timestampColumns)})
     values (${placeholders(timestampColumns)}) on conflict do nothing`,
    oneRow(timestampColumns, {
      documentId,
      revision: bytes,
      holeFrom: from,
      holeTo: to,
      token: timestamp.token,
      stampedAt: timestamp.at,
      serial: timestamp.serial,
      authority: timestamp.authority,
    }),
  )
  await run(
    tx,
    'documents.timestamp.delete_request',
    'delete from timestamp_request where document_id = $1',
    [documentId],
  )
  return kept > 0
}

/**
 * Records a failed attempt.
 * @returns the number of failures in a row
 */
export const recordFailure = (
  { db }: Pick<DocumentContext, 'db'>,
  { documentId, reason, detail }: { documentId: string; reason: TimestampReason; detail: string },
): Promise<number> =>
  inTransaction(db, { repeatable: true }, async (tx) => {
    const row = await maybe<{ tries: number }>(
      tx,
      'documents.timestamp.record_failure',
      `update timestamp_request set tries = tries + 1, reason = $2, detail = left($3, 500), tried_at = app_now()
        where document_id = $1 returning tries`,
      [documentId, reason, detail],
    )
    return row?.tries ?? 0
  })

/** A document in the operator's list of those that wait for a time stamp. */
export type WaitingTimestamp = {
  documentId: string
  kind: string
  /** The funding of the document; null for the text of a mandate. */
  fundingId: string | null
  askedAt: Date
  tries: number
  /** Why the last attempt failed; null before the first attempt. */
  reason: TimestampReason | null
  detail: string | null
}

export const waitingTimestamps = (
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<WaitingTimestamp[]> =>
  many<WaitingTimestamp>(
    db,
    'documents.timestamp.waiting',
    `select r.document_id as "documentId", d.kind, d.agreement_id as "fundingId", r.asked_at as "askedAt", r.tries,
            r.reason, r.detail
       from timestamp_request r join document d on d.id = r.document_id
      order by r.asked_at, r.document_id limit $1 offset $2`,
    [limit, (page - 1) * limit],
  )

/** The number of signed documents, of those with a time stamp, and of those that wait for one. */
export const countTimestamps = (
  db: Queryable,
): Promise<{ signed: number; stamped: number; waiting: number }> =>
  one(
    db,
    'documents.timestamp.count',
    `select (select count(*) from document where kind in ('PP_SIGNED', 'PPFP_SIGNED', 'MANDATE_SIGNED')) as signed,
            (select count(*) from document_timestamp) as stamped, (select count(*) from timestamp_request) as waiting`,
    [],
  )

/** Signed documents without a requested time stamp, the oldest first. */
export const unstampedDocuments = async (db: Queryable, limit: number): Promise<string[]> => {
  const rows = await many<{ id: string }>(
    db,
    'documents.timestamp.unstamped',
    `select d.id from document d
      where d.kind in ('PP_SIGNED', 'PPFP_SIGNED', 'MANDATE_SIGNED')
        and not exists (select from document_timestamp t where t.document_id = d.id)
        and not exists (select from timestamp_request r where r.document_id = d.id)
      order by d.created_at, d.id limit $1`,
    [limit],
  )
  return rows.map(({ id }) => id)
}
