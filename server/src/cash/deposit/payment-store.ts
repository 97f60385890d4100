import { many, type Queryable, run } from '../../platform/db/database.ts'
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

/**
 * Claims the X-EXTERNAL-IDs of calls for this day in Jakarta.
 * @returns the calls that got theirs, or had it from an earlier attempt
 */
export async function claimExternalIds(tx: Queryable, calls: readonly Call[]): Promise<Set<string>> {
  const columns = [
    calls.map(({ bank }) => bank),
    calls.map(({ externalId }) => externalId),
    calls.map(({ callId }) => callId),
  ]
  await run(
    tx,
    'cash.deposit.claim_external_ids',
    `insert into bank_external_id (bank, day, external_id, taken_by)
     select bank, business_day(app_now()), external_id, call_id
       from unnest($1::text[], $2::text[], $3::uuid[]) with ordinality as call (bank, external_id, call_id, place)
      order by bank, external_id, place
     on conflict do nothing`,
    columns,
  )
  const rows = await many<{ callId: string }>(
    tx,
    'cash.deposit.claimed_external_ids',
    // A scalar subquery keeps using the index; a join planned while the day had few rows would scan all rows of the
    // day.
    `select call.call_id as "callId"
       from unnest($1::text[], $2::text[], $3::uuid[]) as call (bank, external_id, call_id)
      where call.call_id = (select t.taken_by from bank_external_id t
                             where t.bank = call.bank and t.day = business_day(app_now())
                               and t.external_id = call.external_id)`,
    columns,
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

export async function insertPayments(tx: Queryable, payments: readonly NewPayment[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_payments',
    `insert into bank_payment (bank, payment_request_id, id, number, amount, reference_no, transacted_at, lender_id,
                               told_by, replaces, told_at)
     select bank, request, id, number, amount, reference, at, lender, by, replaces, coalesce(told_at, app_now())
       from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[],
                          $8::bigint[], $9::text[], $10::uuid[], $11::timestamptz[])
         as row (bank, request, id, number, amount, reference, at, lender, by, replaces, told_at)`,
    [
      payments.map(({ bank }) => bank),
      payments.map(({ paymentRequestId }) => paymentRequestId),
      payments.map(({ id }) => id),
      payments.map(({ number }) => number),
      payments.map(({ amount }) => amount),
      payments.map(({ referenceNo }) => referenceNo ?? null),
      payments.map(({ transactedAt }) => transactedAt ?? null),
      payments.map(({ lenderId }) => lenderId),
      payments.map(({ reportedBy }) => reportedBy),
      payments.map(({ replaces }) => replaces ?? null),
      payments.map(({ reportedAt }) => reportedAt ?? null),
    ],
  )
}

type NewNotice = Named & {
  paymentId: string
  virtualAccountNo: string
  referenceNo?: string | undefined
  transactedAt?: string | undefined
}

/** Stores the bank's first notice of payments that an operator or a statement had reported before. */
export async function insertNotices(tx: Queryable, notices: readonly NewNotice[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_notices',
    `insert into bank_payment_notice (payment_id, bank, payment_request_id, number, reference_no, transacted_at)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
    [
      notices.map(({ paymentId }) => paymentId),
      notices.map(({ bank }) => bank),
      notices.map(({ paymentRequestId }) => paymentRequestId),
      notices.map(({ virtualAccountNo }) => virtualAccountNo),
      notices.map(({ referenceNo }) => referenceNo ?? null),
      notices.map(({ transactedAt }) => transactedAt ?? null),
    ],
  )
}

type NewTopUp = Named & { lenderId: number; id: string; amount: number }

export async function insertTopUps(tx: Queryable, topUps: readonly NewTopUp[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_many',
    `insert into top_up (bank, payment_request_id, lender_id, id, amount)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::uuid[], $5::bigint[])`,
    [
      topUps.map(({ bank }) => bank),
      topUps.map(({ paymentRequestId }) => paymentRequestId),
      topUps.map(({ lenderId }) => lenderId),
      topUps.map(({ id }) => id),
      topUps.map(({ amount }) => amount),
    ],
  )
}

/**
 * Why a payment is in suspense (see `server/migrations/0024_plausible_payments.sql`). REVERSED: it had been credited to
 * the wrong lender.
 */
export type SuspenseReason =
  | 'NUMBER_UNKNOWN'
  | 'NUMBER_OF_OTHER_BANK'
  | 'ABOVE_CEILING'
  | 'BALANCE_LIMIT'
  | 'CONFLICT'
  | 'REVERSED'

export async function insertSuspense(
  tx: Queryable,
  payments: readonly { id: string; reason: SuspenseReason }[],
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

/** Stores conflicts. A repeated notice with the same conflicting content does not create another one. */
export async function insertConflicts(tx: Queryable, conflicts: readonly NewConflict[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_conflicts',
    `insert into bank_conflict (id, bank, payment_request_id, number, amount, external_id, payment_id, reference_no,
                                transacted_at)
     select distinct on (bank, payment_request_id, number, amount, reference_no, transacted_at) notice.*
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::uuid[], $8::text[],
                   $9::text[]) as notice (id, bank, payment_request_id, number, amount, external_id, payment_id,
                                        reference_no, transacted_at)
      where not exists (
        select from bank_conflict c where c.bank = notice.bank and c.payment_request_id = notice.payment_request_id
           and (c.number, c.amount) = (notice.number, notice.amount)
           and c.reference_no is not distinct from notice.reference_no
           and c.transacted_at is not distinct from notice.transacted_at)`,
    [
      conflicts.map(({ id }) => id),
      conflicts.map(({ bank }) => bank),
      conflicts.map(({ paymentRequestId }) => paymentRequestId),
      conflicts.map(({ number }) => number),
      conflicts.map(({ amount }) => amount),
      conflicts.map(({ externalId }) => externalId),
      conflicts.map(({ paymentId }) => paymentId),
      conflicts.map(({ referenceNo }) => referenceNo ?? null),
      conflicts.map(({ transactedAt }) => transactedAt ?? null),
    ],
  )
}
