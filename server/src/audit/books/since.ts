import type pg from 'pg'
import type { Database } from '../../platform/db/database.ts'
import { type Breach, invariants } from './audit.ts'
import { overOneSnapshot } from './snapshot.ts'
import { compareRows, markHere, type Watermark, young } from './watermark.ts'

export type { Watermark } from './watermark.ts'

/** Accounts and loans with a row that was written after the watermark. */
/** Ids as text: the driver does not read the elements of an array of bigint as numbers. */
type Changed = { accounts: string[]; loans: string[] }

/** The tables that an invariant reads only for changed rows, and a condition on its result. */
type Narrowing = { tables: (keyof typeof narrowed)[]; where?: string }

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

/**
 * Audits the changes since the watermark: changed accounts and loans, the guard triggers, and that no older row of an
 * append-only table was changed or removed. A row's age is the transaction id of its last write (xmin), so every kind
 * of write is noticed.
 */
export async function checkSince(
  client: pg.ClientBase,
  since: Watermark,
): Promise<{ breaches: Breach[]; watermark: Watermark }> {
  const { accounts, loans } = await changedSince(client, since)
  const { breaches, watermark } = await compareRows(client, since)
  for (const { id, holds, sql } of invariants) {
    const narrowing = ofEach[id] ?? (always.includes(id) ? { tables: [] } : null)
    if (narrowing === null) continue
    const asked = narrowedQuestion(sql, narrowing)
    const { rows } = await client.query<Record<string, unknown>>(asked, [since.transaction, accounts, loans])
    breaches.push(...rows.map((row) => ({ invariant: id, holds, row })))
  }
  return { breaches, watermark }
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
  overOneSnapshot(db, (client) => checkSince(client, since))

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

/**
 * The query of an invariant over the restricted tables: common table expressions hide the whole tables of the same
 * names.
 */
function narrowedQuestion(sql: string, { tables, where = 'true' }: Narrowing): string {
  const hidden = tables.map((name) => `${tableOf[name]} as (${narrowed[name]})`)
  return `with given as (select $1::text, $2::bigint[], $3::bigint[]), ${hidden.join(', ')}${hidden.length > 0 ? ',' : ''}
    breach as (${sql}) select * from breach where ${where} limit 20`
}
