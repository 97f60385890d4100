import type pg from 'pg'
import { documentTables } from '../document-store/index.ts'
import type { Database } from '../platform/db/database.ts'
import { type Breach, invariants } from './audit.ts'
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

/** Accounts and loans with a row that was written after the watermark. */
type Changed = { accounts: number[]; loans: number[] }

/** The tables that an invariant reads only for changed rows, and a condition on its result. */
type Narrowing = { tables: (keyof typeof narrowed)[]; where?: string }

const young = 'age(xmin) <= age($1::text::xid8::xid)'

/**
 * Queries that restrict a table to changed rows, by the name of the table that they replace. $1 is the transaction, $2
 * the accounts, $3 the loans.
 */
const narrowed = {
  account: 'select * from account where id = any($2::bigint[])',
  transfer_new: `select * from transfer where ${young}`,
  transfer_of:
    'select * from transfer where debit_account = any($2::bigint[]) or credit_account = any($2::bigint[])',
  hold_new: `select * from hold where ${young}`,
  hold_of: 'select * from hold where account_id = any($2::bigint[])',
  hold_loan: `select h.* from hold h where exists (
      select from funding f where f.id = h.id and f.loan_id = any($3::bigint[]))
     or age(h.xmin) <= age($1::text::xid8::xid)`,
  funding: 'select * from funding where loan_id = any($3::bigint[])',
  loan_position: 'select * from loan_position where loan_id = any($3::bigint[])',
}

const tableOf: Record<keyof typeof narrowed, string> = {
  account: 'account',
  transfer_new: 'transfer',
  transfer_of: 'transfer',
  hold_new: 'hold',
  hold_of: 'hold',
  hold_loan: 'hold',
  funding: 'funding',
  loan_position: 'loan_position',
}

/** Invariants that concern one account or loan each, so accounts and loans without changes can be skipped. */
const ofEach: Readonly<Record<string, Narrowing>> = {
  I2: { tables: ['transfer_new'] },
  I2b: { tables: ['transfer_new'] },
  I2c: { tables: ['transfer_new', 'hold_new'] },
  I3: { tables: ['transfer_of'], where: 'account = any($2::bigint[])' },
  I3b: { tables: ['account', 'transfer_of'] },
  I4: { tables: ['account', 'transfer_new'] },
  I5: { tables: ['account', 'hold_of'] },
  I5b: { tables: ['funding', 'hold_loan'] },
  I6: { tables: ['funding', 'loan_position'] },
  I6b: { tables: ['loan_position'] },
  I7: { tables: ['loan_position'] },
  I7b: { tables: ['funding'] },
  I8: { tables: ['funding'] },
  I8b: { tables: ['funding'] },
  I8c: { tables: ['funding'] },
  I8d: { tables: ['funding'] },
  I31: { tables: ['funding'] },
}

/** Invariants that read only the catalogue of the database, so they are always checked. */
const always = ['I26', 'I26b', 'I4b']

/** The invariants that `auditSince` checks; the others are checked only by the whole audit. */
export const checkedSince: readonly string[] = [...Object.keys(ofEach), ...always]

/** The watermark of an audit over this snapshot. */
export async function markHere(client: pg.ClientBase): Promise<Watermark> {
  const { rows } = await client.query<{ transaction: string; upTo: string }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as transaction,
            pg_snapshot_xmax(pg_current_snapshot())::text as "upTo"`,
  )
  const { transaction = '0', upTo = '0' } = rows[0] ?? {}
  const counts: Record<string, number> = {}
  for (const table of appendOnlyTables) counts[table] = await rowsBefore(client, table, upTo)
  const kept: Record<string, number> = {}
  for (const table of neverRemoved) kept[table] = await rowsNow(client, table)
  return { transaction, upTo, rows: counts, kept }
}

const neverRemoved = ['account', 'hold', 'funding', 'loan_position', 'loan']

async function rowsNow(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(`select count(*)::integer as rows from ${table}`)
  return rows[0]?.rows ?? 0
}

/** The number of rows that were written before this transaction and not changed since. */
async function rowsBefore(client: pg.ClientBase, table: string, transaction: string): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `select count(*)::integer as rows from ${table} where not ${young}`,
    [transaction],
  )
  return rows[0]?.rows ?? 0
}

/**
 * Audits the changes since the watermark: changed accounts and loans, the guard triggers, and that no older row of an
 * append-only table was changed or removed. A row's age is the transaction id of its last write (xmin), so every kind
 * of write is noticed.
 */
export async function breachesSince(client: pg.ClientBase, since: Watermark): Promise<Breach[]> {
  const { accounts, loans } = await changedSince(client, since)
  const breaches = await changedForGood(client, since)
  for (const { id, holds, sql } of invariants) {
    const narrowing = ofEach[id] ?? (always.includes(id) ? { tables: [] } : null)
    if (narrowing === null) continue
    const asked = narrowedQuestion(sql, narrowing)
    const { rows } = await client.query<Record<string, unknown>>(asked, [since.transaction, accounts, loans])
    breaches.push(...rows.map((row) => ({ invariant: id, holds, row })))
  }
  return breaches
}

/** Takes a watermark for an audit that begins now. */
export const markBooks = (db: Database): Promise<Watermark> => overOneSnapshot(db, markHere)

/**
 * Runs the incremental audit and takes a new watermark over one snapshot.
 * @returns the new watermark, which is valid only without breaches
 */
export const auditSince = (
  db: Database,
  since: Watermark,
): Promise<{ breaches: Breach[]; watermark: Watermark }> =>
  overOneSnapshot(db, async (client) => ({
    watermark: await markHere(client),
    breaches: await breachesSince(client, since),
  }))

async function overOneSnapshot<T>(db: Database, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await db.pool.connect()
  let failure: Error | undefined
  const ignore = () => {}
  client.on('error', ignore)
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    client.off('error', ignore)
    client.release(failure)
  }
}

async function changedSince(client: pg.ClientBase, { transaction }: Watermark): Promise<Changed> {
  const { rows } = await client.query<Changed>(
    `with moved as materialized (select debit_account, credit_account, kind, ref from transfer where ${young}),
          account_now as materialized (
            select id from account where ${young} union select debit_account from moved union select credit_account from moved
            union select account_id from hold where ${young}),
          loan_now as materialized (
            select loan_id as id from loan_position where ${young} union select loan_id from funding where ${young}
            union select id from loan where ${young}
            union select loan_id from loan_position where escrow_account in (select id from account_now)
            union select f.loan_id from moved m
              join funding f on f.id = case when m.kind in ('FUNDING', 'REFUND') then m.ref::uuid end
            union select f.loan_id from hold h join funding f on f.id = h.id where age(h.xmin) <= age($1::text::xid8::xid)
            union select f.loan_id from signature s join funding f on f.id = s.funding_id where age(s.xmin) <= age($1::text::xid8::xid)
            union select f.loan_id from document d join funding f on f.id = d.agreement_id where age(d.xmin) <= age($1::text::xid8::xid)
            union select loan_id from agreement where ${young})
     select coalesce((select array_agg(id) from account_now), '{}') as accounts,
            coalesce((select array_agg(id) from loan_now), '{}') as loans`,
    [transaction],
  )
  const { accounts = [], loans = [] } = rows[0] ?? {}
  return { accounts, loans }
}

async function changedForGood(client: pg.ClientBase, since: Watermark): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const [table, before] of Object.entries(since.rows)) {
    if (!appendOnlyTables.includes(table)) continue
    const left =
      (await rowsBefore(client, table, since.upTo)) +
      (await retiredSince(client, table, since)) +
      (await movedSince(client, table, since))
    // The count may have grown by rows of transactions that were in progress at the last audit.
    if (left >= before) continue
    breaches.push({
      invariant: 'I26c',
      holds: 'what is append-only is as it was when it was audited last: no row was changed or removed',
      row: { table, before, left },
    })
  }
  for (const [table, before] of Object.entries(since.kept)) {
    if (!neverRemoved.includes(table)) continue
    const left = await rowsNow(client, table)
    if (left >= before) continue
    breaches.push({
      invariant: 'I26d',
      holds: 'there are not fewer accounts, holds, fundings or loans than when they were audited last',
      row: { table, before, left },
    })
  }
  return breaches
}

/** The number of rows of a table that were retired since an audit. */
async function retiredSince(client: pg.ClientBase, table: string, { upTo }: Watermark): Promise<number> {
  if (table !== 'audit_event' && table !== 'audit_seal') return 0
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(entries), 0)::integer as rows from audit_retirement where ${young}`,
    [upTo],
  )
  return rows[0]?.rows ?? 0
}

/**
 * The number of rows of a table that were written anew since an audit because the bytes of their documents were moved;
 * a trigger compares them with what they were. Rows that are younger than the audit may be among them, so while
 * documents are moved a removed row is noticed at the latest by the next audit without a move.
 */
async function movedSince(client: pg.ClientBase, table: string, { upTo }: Watermark): Promise<number> {
  if (!documentTables.some((name) => name === table)) return 0
  const { rows } = await client.query<{ rows: number }>(
    `select coalesce(sum(rows), 0)::integer as rows from document_move where relation = $2 and ${young}`,
    [upTo, table],
  )
  return rows[0]?.rows ?? 0
}

/**
 * The query of an invariant over the restricted tables: common table expressions hide the whole tables of the same
 * names.
 */
function narrowedQuestion(sql: string, { tables, where = 'true' }: Narrowing): string {
  const hidden = tables.map((name) => `${tableOf[name]} as (${narrowed[name]})`)
  return `with given as (select $1::text, $2::bigint[], $3::bigint[]), ${hidden.join(', ')}${hidden.length > 0 ? ',' : ''}
    breach as (${sql}) select * from breach where ${where} limit 20`
}
