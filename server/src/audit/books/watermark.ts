import type pg from 'pg'
import { documentTables } from '../../documents/index.ts'
import type { Breach } from './audit.ts'
import { appendOnlyTables } from './guard-invariants.ts'

/**
 * How far an audit read, so that the next one can continue there. It is kept outside the database, so that nobody with
 * access to the database can change it.
 */
export type Watermark = {
  /**
   * A transaction id: all transactions before it had ended. Rows written by later transactions were not audited yet.
   */
  transaction: string
  /**
   * A transaction id: no transaction from this one on had begun. Rows are counted up to it, because a long-running
   * transaction must not exclude the rows that others wrote meanwhile.
   */
  upTo: string
  /** Number of rows of each append-only table. */
  rows: Record<string, number>
  /** Number of rows of each table from which rows may not be deleted. */
  kept: Record<string, number>
}

/** SQL condition: the row was written by a transaction from $1 on. */
export const young = 'age(xmin) <= age($1::text::xid8::xid)'

const neverRemoved = ['account', 'hold', 'funding', 'loan_position', 'loan']

/** The watermark of an audit over this snapshot. */
export const markHere = async (client: pg.ClientBase): Promise<Watermark> => (await count(client)).watermark

/**
 * Compares the rows of this snapshot with those of an earlier audit, and counts them for the next one in the same scans.
 * @returns the new watermark, and a breach for each table of which rows were changed or removed that may not be
 */
export async function compareRows(
  client: pg.ClientBase,
  since: Watermark,
): Promise<{ watermark: Watermark; breaches: Breach[] }> {
  const { watermark, left } = await count(client, since.upTo)
  const breaches: Breach[] = []
  for (const [table, before] of Object.entries(since.rows)) {
    if (!appendOnlyTables.includes(table)) continue
    const excused = (await retiredSince(client, table, since)) + (await movedSince(client, table, since))
    const found = (left[table] ?? 0) + excused
    // The count may have grown by rows of transactions that were in progress at the last audit.
    if (found >= before) continue
    breaches.push({
      invariant: 'I26c',
      holds: 'what is append-only is as it was when it was audited last: no row was changed or removed',
      row: { table, before, left: found },
    })
  }
  for (const [table, before] of Object.entries(since.kept)) {
    const found = watermark.kept[table]
    if (found === undefined || found >= before) continue
    breaches.push({
      invariant: 'I26d',
      holds: 'there are not fewer accounts, holds, fundings or loans than when they were audited last',
      row: { table, before, left: found },
    })
  }
  return { watermark, breaches }
}

/**
 * Counts the rows of this snapshot.
 * @param earlier a transaction
 * @returns the watermark, and how many rows of each append-only table were written before the earlier transaction and
 * not changed since
 */
async function count(
  client: pg.ClientBase,
  earlier?: string,
): Promise<{ watermark: Watermark; left: Record<string, number> }> {
  const here = await client.query<{ transaction: string; upTo: string }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as transaction,
            pg_snapshot_xmax(pg_current_snapshot())::text as "upTo"`,
  )
  const { transaction = '0', upTo = '0' } = here.rows[0] ?? {}
  const rows: Record<string, number> = {}
  const left: Record<string, number> = {}
  for (const table of appendOnlyTables) {
    const counted = await client.query<{ rows: number; left: number }>(
      `select count(*) filter (where age(xmin) > age($1::text::xid8::xid))::integer as rows,
              count(*) filter (where age(xmin) > age($2::text::xid8::xid))::integer as left from ${table}`,
      [upTo, earlier ?? upTo],
    )
    rows[table] = counted.rows[0]?.rows ?? 0
    left[table] = counted.rows[0]?.left ?? 0
  }
  const kept: Record<string, number> = {}
  for (const table of neverRemoved) {
    const counted = await client.query<{ rows: number }>(`select count(*)::integer as rows from ${table}`)
    kept[table] = counted.rows[0]?.rows ?? 0
  }
  return { watermark: { transaction, upTo, rows, kept }, left }
}

/** Counts the rows of a table that were retired since an audit. */
async function retiredSince(client: pg.ClientBase, table: string, { upTo }: Watermark): Promise<number> {
  if (table !== 'audit_event' && table !== 'audit_seal') return 0
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(entries), 0)::integer as rows from audit_retirement where ${young}`,
    [upTo],
  )
  return rows[0]?.rows ?? 0
}

/**
 * Counts the rows of a table that were rewritten since an audit because the bytes of their documents were moved; a
 * trigger compares them with the earlier rows. Rows written after the audit may be among them, so during a move a
 * deleted row may be reported only by the next audit without a move.
 */
async function movedSince(client: pg.ClientBase, table: string, { upTo }: Watermark): Promise<number> {
  if (!documentTables.some((name) => name === table)) return 0
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(rows), 0)::integer as rows from document_move where relation = $2 and ${young}`,
    [upTo, table],
  )
  return rows[0]?.rows ?? 0
}
