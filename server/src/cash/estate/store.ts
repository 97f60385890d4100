import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import { Sealed } from '../../platform/keys/personal-data.ts'

export type HeirAccount = { accountName: string; accountNumber: string; bankCode: string }

/** The estate of a lender that stands, with its document; `parts` are the shares of heir 1 and on. */
export type Estate = {
  id: string
  parts: number[]
  document: string
  sha256: string
}

/** The estate of a lender that stands. The caller has locked the lender. */
export const estateOf = (db: Queryable, lenderId: number): Promise<Estate | undefined> =>
  maybe<Estate>(
    db,
    'cash.estate.of_lender',
    `select e.id, e.parts, e.document, d.sha256 from estate e join supporting_document d on d.name = e.document
      where e.lender_id = $1`,
    [lenderId],
  )

const estateColumns = {
  lenderId: 'bigint',
  id: 'uuid',
  parts: 'bigint[]',
  document: 'text',
  reason: 'text',
} as const

export async function insertEstate(
  tx: Queryable,
  row: { lenderId: number; id: string; parts: readonly number[]; document: string; reason: string },
): Promise<void> {
  await run(
    tx,
    'cash.estate.insert',
    `insert into estate_record (${columnNames(estateColumns)}, occurrence)
     select ${placeholders(estateColumns)}, 1 + (select count(*) from estate_record where lender_id = $1)`,
    oneRow(estateColumns, row),
  )
}

const accountColumns = {
  lenderId: 'bigint',
  estateId: 'uuid',
  heir: 'integer',
  accountName: 'text',
  accountNumber: 'text',
  bankCode: 'text',
} as const

/** Stores the account of an heir; what is ordered from then on goes to it. The caller has locked the lender. */
export async function insertHeirAccount(
  tx: Queryable,
  { accountNumber, ...row }: HeirAccount & { lenderId: number; estateId: string; heir: number },
): Promise<void> {
  await run(
    tx,
    'cash.estate.insert_account',
    `insert into lender_bank_account_version (${columnNames(accountColumns)}, version)
     select ${placeholders(accountColumns)},
            1 + (select coalesce(max(version), 0) from lender_bank_account_version where lender_id = $1)`,
    oneRow(accountColumns, { ...row, accountNumber: new Sealed(accountNumber) }),
  )
}

/**
 * An heir of an estate, with the newest account. `gone` is what was ordered for them, fees included, and did not come back;
 * of it `underWay` has not ended. Whole rupiah.
 */
export type Heir = HeirAccount & {
  heir: number
  version: number
  gone: number
  underWay: number
  held: number
}

/**
 * The heirs of an estate in their order.
 * @param account only payments from this cash account count; null for all
 */
export const heirsOf = (db: Queryable, estateId: string, account: number | null): Promise<Heir[]> =>
  many<Heir>(
    db,
    'cash.estate.heirs',
    `select a.heir, a.version, a.account_name as "accountName", a.account_number as "accountNumber",
            a.bank_code as "bankCode", paid.gone, paid.under_way as "underWay", paid.held
       from (select distinct on (heir) heir, version, account_name, account_number, bank_code
               from lender_bank_account_version where estate_id = $1 order by heir, version desc) a
      cross join lateral (
        select coalesce(sum(w.amount + w.fee - back.amount), 0)::bigint as gone,
               coalesce(sum(w.amount + w.fee) filter (where w.ended_at is null), 0)::bigint as under_way,
               count(*) filter (where w.state = 'HELD')::int as held
          from ordered_withdrawal o
          join withdrawal w on w.id = o.withdrawal_id
          join hold h on h.id = w.id
         cross join lateral (
           select coalesce(sum(r.amount + r.fee), 0)::bigint as amount from withdrawal_return r where r.withdrawal_id = w.id) back
         where o.estate_id = $1 and o.heir = a.heir and ($2::bigint is null or h.account_id = $2)
           and (w.state <> 'RETURNED' or w.end_reason = 'GIVEN_BACK')) paid
      order by a.heir`,
    [estateId, account],
  )

/** An estate that stands; `free` is the cash that can be paid to heirs, `underWay` is held for payments. Whole rupiah. */
export type EstateRow = {
  lenderId: number
  phone: string
  estateId: string
  document: string
  sha256: string
  heirs: number
  free: number
  underWay: number
  recordedAt: Date
}

/** The estates that stand, the oldest first, with the cash of their lenders. */
export const estatesWithCash = (db: Queryable): Promise<EstateRow[]> =>
  many<EstateRow>(
    db,
    'cash.estate.with_cash',
    `select e.lender_id as "lenderId", l.phone, e.id as "estateId", e.document, d.sha256, cardinality(e.parts) as heirs,
            cash.free, cash.held as "underWay", e.recorded_at as "recordedAt"
       from estate e
       join lender l on l.id = e.lender_id
       join supporting_document d on d.name = e.document
      cross join lateral (
        select coalesce(sum(a.balance - a.held), 0)::bigint as free, coalesce(sum(a.held), 0)::bigint as held from account a
         where a.owner_id = e.lender_id and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')) cash
      order by e.recorded_at, e.id`,
  )
