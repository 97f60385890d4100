import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../context.ts'
import { joinPlace, type KeptBytes, notePlace, type StoredBytes, storedBytes } from '../../documents/index.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { required } from '../../platform/refusal.ts'

export type Confirmation = {
  id: string
  lenderId: number
  number: string
  asOf: BusinessDate
  initials: string
  total: number
  issuedAt: Date
  revokedAt: Date | null
  /** The reason for the revocation; null unless it was revoked. */
  reason: string | null
}

const columns = `c.id, c.lender_id as "lenderId", c.number, c.as_of as "asOf", c.initials, c.total,
  c.created_at as "issuedAt", r.created_at as "revokedAt", r.reason`
const from = 'balance_confirmation c left join balance_confirmation_revocation r on r.confirmation_id = c.id'

/** The confirmation of a day that is not revoked. */
export const findStanding = (
  db: Queryable,
  lenderId: number,
  asOf: BusinessDate,
): Promise<Confirmation | undefined> =>
  maybe<Confirmation>(
    db,
    'reports.balance-confirmation.standing',
    `select ${columns} from ${from} where c.lender_id = $1 and c.as_of = $2 and r.created_at is null`,
    [lenderId, asOf],
  )

export const findByCode = (db: Queryable, codeSha256: Buffer): Promise<Confirmation | undefined> =>
  maybe<Confirmation>(
    db,
    'reports.balance-confirmation.by_code',
    `select ${columns} from ${from} where c.code_sha256 = $1`,
    [codeSha256],
  )

export const findByNumber = (db: Queryable, number: string): Promise<Confirmation | undefined> =>
  maybe<Confirmation>(
    db,
    'reports.balance-confirmation.by_number',
    `select ${columns} from ${from} where c.number = $1`,
    [number],
  )

/**
 * The PDF of a confirmation of this lender.
 * @throws Refusal NOT_FOUND
 */
export async function confirmationFile(
  { db, contents }: Pick<Context, 'db' | 'contents'>,
  lenderId: number,
  number: string,
): Promise<{ bytes: Buffer }> {
  const stored = required(
    await maybe<StoredBytes>(
      db,
      'reports.balance-confirmation.file',
      `select ${storedBytes} from balance_confirmation d ${joinPlace} where d.lender_id = $1 and d.number = $2`,
      [lenderId, number],
    ),
    'NOT_FOUND',
  )
  return { bytes: await contents.read(stored) }
}

/** Rows per page. */
const limit = 20

/**
 * A page of a lender's confirmations for days of a year, or of all years, newest day first.
 * @param after the number of the last one of the previous page
 */
export async function pageOfConfirmations(
  db: Queryable,
  lenderId: number,
  { year, after }: { year: number | null; after: string | null },
): Promise<{ list: Confirmation[]; next: string | null }> {
  const found = await many<Confirmation>(
    db,
    'reports.balance-confirmation.page',
    `select ${columns} from ${from}
      where c.lender_id = $1 and ($2::int is null or c.as_of between make_date($2, 1, 1) and make_date($2, 12, 31))
        and ($3::text is null
             or (c.as_of, c.issue) < (select last.as_of, last.issue from balance_confirmation last
                                       where last.lender_id = $1 and last.number = $3))
      order by c.as_of desc, c.issue desc limit $4`,
    [lenderId, year, after, limit + 1],
  )
  const list = found.slice(0, limit)
  return { list, next: found.length > limit ? (list.at(-1)?.number ?? null) : null }
}

/** The numbers of the confirmations of a lender for days of a year, the oldest day first. */
export const confirmationsOfYear = (
  db: Queryable,
  lenderId: number,
  year: number,
): Promise<Pick<Confirmation, 'number' | 'issuedAt'>[]> =>
  many<Pick<Confirmation, 'number' | 'issuedAt'>>(
    db,
    'reports.balance-confirmation.of_year',
    `select number, created_at as "issuedAt" from balance_confirmation
      where lender_id = $1 and as_of between make_date($2, 1, 1) and make_date($2, 12, 31) order by as_of, issue`,
    [lenderId, year],
  )

/** The confirmations of a lender, the newest first. */
export const confirmationsOf = (db: Queryable, lenderId: number): Promise<Confirmation[]> =>
  many<Confirmation>(
    db,
    'reports.balance-confirmation.of_lender',
    `select ${columns} from ${from} where c.lender_id = $1 order by c.created_at desc, c.id`,
    [lenderId],
  )

/** The name for a confirmation, and whether the day is over, plus ten minutes for transactions still in progress. */
export const findHolder = (
  db: Queryable,
  lenderId: number,
  day: BusinessDate,
): Promise<{ name: string; over: boolean }> =>
  one(
    db,
    'reports.balance-confirmation.holder',
    `select coalesce(i.company_name, l.name) as name,
            app_now() >= ($2::date + 1)::timestamp at time zone 'Asia/Jakarta' + interval '10 minutes'
              and $2::date >= business_day(l.created_at) as over
       from lender l left join lender_institution i on i.lender_id = l.id where l.id = $1`,
    [lenderId, day],
  )

export type NewConfirmation = {
  id: string
  number: string
  asOf: BusinessDate
  codeSha256: Buffer
  initials: string
  cash: number
  principal: number
  positions: number
  writtenOff: number
  owed: number
  total: number
  kept: KeptBytes
  platformCertificate: Buffer
}

const confirmationColumns = {
  lenderId: 'bigint',
  asOf: 'date',
  id: 'text',
  number: 'text',
  codeSha256: 'bytea',
  initials: 'text',
  cash: 'bigint',
  principal: 'bigint',
  positions: 'integer',
  writtenOff: 'bigint',
  owed: 'bigint',
  total: 'bigint',
  bytes: 'bytea',
  sha256: 'bytea',
} as const

/** Stores a confirmation unless another of its day was stored meanwhile. */
export async function insertConfirmation(
  tx: Queryable,
  lenderId: number,
  row: NewConfirmation,
): Promise<boolean> {
  await run(
    tx,
    'reports.balance-confirmation.certificate',
    'insert into platform_certificate (sha256, der) values (sha256($1), $1) on conflict do nothing',
    [row.platformCertificate],
  )
  await notePlace(tx, row.kept)
  const inserted = await run(
    tx,
    'reports.balance-confirmation.insert',
    `insert into balance_confirmation (${columnNames(confirmationColumns)}, issue, platform_certificate)
     select ${placeholders(confirmationColumns, 2)},
            1 + (select count(*) from balance_confirmation where lender_id = $2 and as_of = $3), sha256($1)
      where not exists (select from ${from} where c.lender_id = $2 and c.as_of = $3 and r.created_at is null)
     on conflict (lender_id, as_of, issue) do nothing`,
    [
      row.platformCertificate,
      ...oneRow(confirmationColumns, { ...row, lenderId, bytes: row.kept.ofRow, sha256: row.kept.sha256 }),
    ],
  )
  return inserted === 1
}

/**
 * Stores a revocation.
 * @returns false if the confirmation was already revoked
 */
export async function insertRevocation(tx: Queryable, id: string, reason: string): Promise<boolean> {
  const inserted = await run(
    tx,
    'reports.balance-confirmation.revoke',
    'insert into balance_confirmation_revocation (confirmation_id, reason) values ($1, $2) on conflict do nothing',
    [id, reason],
  )
  return inserted === 1
}
