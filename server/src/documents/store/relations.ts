import { many, type Queryable, run } from '../../platform/db/database.ts'
import { joinPlace, storedBytes } from './store.ts'
import type { StoredBytes } from './contents.ts'

export const relations = [
  'document',
  'factsheet',
  'statement_pdf',
  'balance_confirmation',
  'vote_document',
  'transfer_addendum',
] as const
export type Relation = (typeof relations)[number]

/** A row by its primary key, as text. */
export type DocumentKey = [id: string] | [lenderId: string, month: string]
export type DocumentOfRow = StoredBytes & { key: DocumentKey }

/** Which rows of a table: those that contain their bytes, those that do not, or all. */
export type Which = 'inside' | 'outside' | 'all'

const which = `($2 = 'all' or (d.bytes is null) = ($2 = 'outside'))`
const afterId = `($1::text[] is null or d.id > ($1::text[])[1]) and ${which} order by d.id limit $3`
const columnsById = `array[d.id] as key, ${storedBytes}`

/** $1 is the key of the last row of the previous page or null, $2 which rows, $3 the number of rows. */
const pages: Record<Relation, { name: string; text: string }> = {
  document: {
    name: 'documents.store.documents',
    text: `select ${columnsById} from document d ${joinPlace} where ${afterId}`,
  },
  factsheet: {
    name: 'documents.store.factsheets',
    text: `select ${columnsById} from factsheet d ${joinPlace} where ${afterId}`,
  },
  balance_confirmation: {
    name: 'documents.store.confirmations',
    text: `select ${columnsById} from balance_confirmation d ${joinPlace} where ${afterId}`,
  },
  vote_document: {
    name: 'documents.store.votes',
    text: `select ${columnsById} from vote_document d ${joinPlace} where ${afterId}`,
  },
  transfer_addendum: {
    name: 'documents.store.transfers',
    text: `select ${columnsById} from transfer_addendum d ${joinPlace} where ${afterId}`,
  },
  statement_pdf: {
    name: 'documents.store.statements',
    text: `select array[d.lender_id::text, d.month::text] as key, ${storedBytes}
    from statement_pdf d ${joinPlace}
   where ($1::text[] is null or (d.lender_id, d.month) > (($1::text[])[1]::bigint, ($1::text[])[2]::date))
     and ${which} order by d.lender_id, d.month limit $3`,
  },
}

/** Reads a page of the documents of a table, in the order of its keys. */
export const pageOf = (
  db: Queryable,
  relation: Relation,
  { after, rows, limit }: { after: DocumentKey | null; rows: Which; limit: number },
): Promise<DocumentOfRow[]> =>
  many<DocumentOfRow>(db, pages[relation].name, pages[relation].text, [after, rows, limit])

/** $1 has the first columns of the keys, $2 the second columns, $3 the bytes or nulls. */
const writes: Record<Relation, { name: string; text: string }> = {
  document: {
    name: 'documents.store.write_documents',
    text: `update document d set bytes = row.bytes from unnest($1::text[], $2::text[], $3::bytea[]) as row (id, rest, bytes)
    where d.id = row.id and (d.bytes is null) <> (row.bytes is null)`,
  },
  factsheet: {
    name: 'documents.store.write_factsheets',
    text: `update factsheet d set bytes = row.bytes from unnest($1::text[], $2::text[], $3::bytea[]) as row (id, rest, bytes)
    where d.id = row.id and (d.bytes is null) <> (row.bytes is null)`,
  },
  balance_confirmation: {
    name: 'documents.store.write_confirmations',
    text: `update balance_confirmation d set bytes = row.bytes
     from unnest($1::text[], $2::text[], $3::bytea[]) as row (id, rest, bytes)
    where d.id = row.id and (d.bytes is null) <> (row.bytes is null)`,
  },
  vote_document: {
    name: 'documents.store.write_votes',
    text: `update vote_document d set bytes = row.bytes from unnest($1::text[], $2::text[], $3::bytea[]) as row (id, rest, bytes)
    where d.id = row.id and (d.bytes is null) <> (row.bytes is null)`,
  },
  transfer_addendum: {
    name: 'documents.store.write_transfers',
    text: `update transfer_addendum d set bytes = row.bytes from unnest($1::text[], $2::text[], $3::bytea[]) as row (id, rest, bytes)
    where d.id = row.id and (d.bytes is null) <> (row.bytes is null)`,
  },
  statement_pdf: {
    name: 'documents.store.write_statements',
    text: `update statement_pdf d set bytes = row.bytes
     from unnest($1::text[], $2::text[], $3::bytea[]) as row (lender_id, month, bytes)
    where d.lender_id = row.lender_id::bigint and d.month = row.month::date and (d.bytes is null) <> (row.bytes is null)`,
  },
}

/**
 * Removes bytes from rows or writes them into rows; triggers compare them with the hashes. Only the owner of the tables
 * may do so. Rows that another run has moved meanwhile do not change.
 * @returns the number of rows that were written
 */
export const writeBytes = (
  tx: Queryable,
  relation: Relation,
  rows: readonly { key: DocumentKey; bytes: Buffer | null }[],
): Promise<number> =>
  run(tx, writes[relation].name, writes[relation].text, [
    rows.map(({ key }) => key[0]),
    rows.map(({ key }) => key[1] ?? null),
    rows.map(({ bytes }) => bytes),
  ])
