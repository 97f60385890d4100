import { many, type Queryable, run } from '../../platform/db/database.ts'
import { notifyLenders } from '../../lenders/index.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { BankCode } from './banks.ts'

type Named = { bank: BankCode; paymentRequestId: string }

/** The lender of a virtual account number. An ended number also counts, because it is never given to another lender. */
export type Owner = { number: string; lenderId: number; methodPayment: number }

export async function findOwners(db: Queryable, numbers: readonly string[]): Promise<Map<string, Owner>> {
  const rows = await many<Owner>(
    db,
    'cash.deposit.owners',
    `select number, lender_id as "lenderId", method_payment as "methodPayment"
       from lender_virtual_account where number = any($1)`,
    [[...new Set(numbers)]],
  )
  return new Map(rows.map((row) => [row.number, row]))
}

type Call = { bank: BankCode; externalId: string; callId: string }

const callColumns = { bank: 'text', externalId: 'text', callId: 'uuid' } as const

/**
 * Claims the X-EXTERNAL-IDs of calls for this day in Jakarta.
 * @returns the calls that got theirs, or had it from an earlier attempt
 */
export async function claimExternalIds(tx: Queryable, calls: readonly Call[]): Promise<Set<string>> {
  const values = manyRows(callColumns, calls)
  await run(
    tx,
    'cash.deposit.claim_external_ids',
    `insert into bank_external_id (bank, day, external_id, taken_by)
     select bank, business_day(app_now()), external_id, call_id
       from ${unnestRows(callColumns, 1, 'place')}
      order by bank, external_id, place
     on conflict do nothing`,
    values,
  )
  const rows = await many<{ callId: string }>(
    tx,
    'cash.deposit.claimed_external_ids',
    // A scalar subquery keeps using the index; a join planned while the day had few rows would scan all rows of the
    // day.
    `select row.call_id as "callId"
       from ${unnestRows(callColumns)}
      where row.call_id = (select t.taken_by from bank_external_id t
                            where t.bank = row.bank and t.day = business_day(app_now())
                              and t.external_id = row.external_id)`,
    values,
  )
  return new Set(rows.map(({ callId }) => callId))
}

/** A payment that was not reported before. */
export type NewPayment = Named & {
  id: string
  reportedBy: 'BANK' | 'OPERATOR' | 'STATEMENT'
  /** Null when an operator recorded the payment. */
  number: string | null
  amount: number
  referenceNo: string | undefined
  transactedAt: string | undefined
  lenderId: number | null
  /** The id of the reversed payment that this one replaces. */
  replaces?: string | undefined
  /** The time of the report, as the database's text to the microsecond; now by default. */
  reportedAt?: string | undefined
}

const paymentColumns = {
  bank: 'text',
  paymentRequestId: 'text',
  id: 'uuid',
  number: 'text',
  amount: 'bigint',
  referenceNo: 'text',
  transactedAt: 'text',
  lenderId: 'bigint',
  replaces: 'uuid',
  reportedBy: 'code',
  reportedAt: 'timestamptz',
} as const

export async function insertPayments(tx: Queryable, payments: readonly NewPayment[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_payments',
    `insert into bank_payment (bank, payment_request_id, id, number, amount, reference_no, transacted_at, lender_id,
                               replaces, told_by, told_at)
     select bank, payment_request_id, id, number, amount, reference_no, transacted_at, lender_id, replaces, reported_by,
            coalesce(reported_at, app_now())
       from ${unnestRows(paymentColumns)}`,
    manyRows(paymentColumns, payments),
  )
}

type NewNotice = Named & {
  paymentId: string
  virtualAccountNo: string
  referenceNo?: string | undefined
  transactedAt?: string | undefined
}

const noticeColumns = {
  paymentId: 'uuid',
  bank: 'text',
  paymentRequestId: 'text',
  virtualAccountNo: 'text',
  referenceNo: 'text',
  transactedAt: 'text',
} as const

/** Stores the bank's first notice of payments that an operator or a statement had reported before. */
export async function insertNotices(tx: Queryable, notices: readonly NewNotice[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_notices',
    `insert into bank_payment_notice (payment_id, bank, payment_request_id, number, reference_no, transacted_at)
     select * from ${unnestRows(noticeColumns)}`,
    manyRows(noticeColumns, notices),
  )
}

type NewTopUp = Named & { lenderId: number; id: string; amount: number }

const topUpColumns = {
  bank: 'text',
  paymentRequestId: 'text',
  lenderId: 'bigint',
  id: 'uuid',
  amount: 'bigint',
} as const

/** Stores credited payments, and notifies their lenders. */
export async function insertTopUps(tx: Queryable, topUps: readonly NewTopUp[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_many',
    `insert into top_up (${columnNames(topUpColumns)}) select * from ${unnestRows(topUpColumns)}`,
    manyRows(topUpColumns, topUps),
  )
  await notifyLenders(
    tx,
    'TOP_UP_CREDITED',
    topUps.map(({ lenderId, id, amount }) => ({ lenderId, id, data: { amount } })),
  )
}

/**
 * Why a payment is in suspense (see `server/migrations/0007_cash.sql`). REVERSED: it had been credited to
 * the wrong lender. UNCONFIRMED: only an operator has recorded it, so no money has moved.
 */
export type SuspenseReason =
  | 'NUMBER_UNKNOWN'
  | 'NUMBER_OF_OTHER_BANK'
  | 'ABOVE_CEILING'
  | 'BALANCE_LIMIT'
  | 'CONFLICT'
  | 'REVERSED'
  | 'UNCONFIRMED'

export async function insertSuspense(
  tx: Queryable,
  payments: readonly { id: string; reason: Exclude<SuspenseReason, 'UNCONFIRMED'> }[],
): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_suspense',
    `insert into bank_suspense (payment_id, reason) select * from unnest($1::uuid[], $2::text[])`,
    [payments.map(({ id }) => id), payments.map(({ reason }) => reason)],
  )
}

type NewConflict = Named & {
  id: string
  number: string
  amount: number
  externalId: string
  referenceNo?: string | undefined
  transactedAt?: string | undefined
  /** The payment that the notice contradicts. */
  paymentId: string
}

const conflictColumns = {
  id: 'uuid',
  bank: 'text',
  paymentRequestId: 'text',
  number: 'text',
  amount: 'bigint',
  externalId: 'text',
  paymentId: 'uuid',
  referenceNo: 'text',
  transactedAt: 'text',
} as const

/** Stores conflicts. A repeated notice with the same conflicting content does not create another one. */
export async function insertConflicts(tx: Queryable, conflicts: readonly NewConflict[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_conflicts',
    `insert into bank_conflict (${columnNames(conflictColumns)})
     select distinct on (bank, payment_request_id, number, amount, reference_no, transacted_at) row.*
       from ${unnestRows(conflictColumns)}
      where not exists (
        select from bank_conflict c where c.bank = row.bank and c.payment_request_id = row.payment_request_id
           and (c.number, c.amount) = (row.number, row.amount)
           and c.reference_no is not distinct from row.reference_no
           and c.transacted_at is not distinct from row.transacted_at)`,
    manyRows(conflictColumns, conflicts),
  )
}
