import { many, type Queryable, run } from '../platform/db/database.ts'
import type { BankCode } from './banks.ts'

type Named = { bank: BankCode; paymentRequestId: string }

/** Names a payment of a bank. */
export const paymentName = ({ bank, paymentRequestId }: Named): string => `${bank} ${paymentRequestId}`

/** Whose virtual account a number is, ended or not: it stays the number of its lender. */
export type Owner = { number: string; lenderId: number; methodPayment: number }

export async function findOwners(db: Queryable, numbers: readonly string[]): Promise<Map<string, Owner>> {
  const rows = await many<Owner>(
    db,
    'deposit.owners',
    `select number, lender_id as "lenderId", method_payment as "methodPayment"
       from lender_virtual_account where number = any($1)`,
    [[...new Set(numbers)]],
  )
  return new Map(rows.map((row) => [row.number, row]))
}

type Call = { bank: BankCode; externalId: string; callId: string }

/** Takes the X-EXTERNAL-ID of calls for this day in Jakarta, and gives the calls that have theirs now. */
export async function takeExternalIds(tx: Queryable, calls: readonly Call[]): Promise<Set<string>> {
  const columns = [
    calls.map(({ bank }) => bank),
    calls.map(({ externalId }) => externalId),
    calls.map(({ callId }) => callId),
  ]
  await run(
    tx,
    'deposit.take_external_ids',
    `insert into bank_external_id (bank, day, external_id, taken_by)
     select bank, business_day(app_now()), external_id, call_id
       from unnest($1::text[], $2::text[], $3::uuid[]) with ordinality as call (bank, external_id, call_id, place)
      order by bank, external_id, place
     on conflict do nothing`,
    columns,
  )
  const rows = await many<{ callId: string }>(
    tx,
    'deposit.taken_external_ids',
    // Asked as a value of each call: as a join, planned while the day had few, it would read all that the day has.
    `select call.call_id as "callId"
       from unnest($1::text[], $2::text[], $3::uuid[]) as call (bank, external_id, call_id)
      where call.call_id = (select t.taken_by from bank_external_id t
                             where t.bank = call.bank and t.day = business_day(app_now())
                               and t.external_id = call.external_id)`,
    columns,
  )
  return new Set(rows.map(({ callId }) => callId))
}

export type NewPayment = Named & {
  id: string
  number: string
  amount: number
  referenceNo: string | undefined
  transactedAt: string | undefined
  lenderId: number | null
}

/** Keeps payments that were never told before, and gives the ids of those. */
export async function insertPayments(tx: Queryable, payments: readonly NewPayment[]): Promise<Set<string>> {
  const rows = await many<{ id: string }>(
    tx,
    'deposit.insert_payments',
    `insert into bank_payment (bank, payment_request_id, id, number, amount, reference_no, transacted_at, lender_id)
     select bank, payment_request_id, id, number, amount, reference_no, transacted_at, lender_id
       from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::bigint[])
         as row (bank, payment_request_id, id, number, amount, reference_no, transacted_at, lender_id)
      where not exists (select from top_up u where u.bank = row.bank and u.payment_request_id = row.payment_request_id)
      order by bank, payment_request_id
     on conflict (bank, payment_request_id) do nothing returning id`,
    [
      payments.map(({ bank }) => bank),
      payments.map(({ paymentRequestId }) => paymentRequestId),
      payments.map(({ id }) => id),
      payments.map(({ number }) => number),
      payments.map(({ amount }) => amount),
      payments.map(({ referenceNo }) => referenceNo ?? null),
      payments.map(({ transactedAt }) => transactedAt ?? null),
      payments.map(({ lenderId }) => lenderId),
    ],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A payment that was told before. Without a number it was credited by an operator's word. */
export type KnownPayment = Named & { number: string | null; amount: number; lenderId: number | null }

export async function findPayments(
  db: Queryable,
  payments: readonly Named[],
): Promise<Map<string, KnownPayment>> {
  const rows = await many<KnownPayment>(
    db,
    'deposit.known_payments',
    `select bank, payment_request_id as "paymentRequestId", p.number, coalesce(p.amount, u.amount) as amount,
            coalesce(p.lender_id, u.lender_id) as "lenderId"
       from unnest($1::text[], $2::text[]) as asked (bank, payment_request_id)
       left join bank_payment p using (bank, payment_request_id)
       left join top_up u using (bank, payment_request_id)
      where p.id is not null or u.id is not null`,
    [payments.map(({ bank }) => bank), payments.map(({ paymentRequestId }) => paymentRequestId)],
  )
  return new Map(rows.map((row) => [paymentName(row), row]))
}

type NewTopUp = Named & { lenderId: number; id: string; amount: number }

export async function insertTopUps(tx: Queryable, topUps: readonly NewTopUp[]): Promise<void> {
  await run(
    tx,
    'deposit.insert_many',
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

export type SuspenseReason = 'NUMBER_UNKNOWN' | 'NUMBER_OF_OTHER_BANK'

export async function insertSuspense(
  tx: Queryable,
  payments: readonly { id: string; reason: SuspenseReason }[],
): Promise<void> {
  await run(
    tx,
    'deposit.insert_suspense',
    `insert into bank_suspense (payment_id, reason) select * from unnest($1::uuid[], $2::text[])`,
    [payments.map(({ id }) => id), payments.map(({ reason }) => reason)],
  )
}

type NewConflict = Named & { id: string; number: string; amount: number; externalId: string }

export async function insertConflicts(tx: Queryable, conflicts: readonly NewConflict[]): Promise<void> {
  await run(
    tx,
    'deposit.insert_conflicts',
    `insert into bank_conflict (id, bank, payment_request_id, number, amount, external_id)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[])`,
    [
      conflicts.map(({ id }) => id),
      conflicts.map(({ bank }) => bank),
      conflicts.map(({ paymentRequestId }) => paymentRequestId),
      conflicts.map(({ number }) => number),
      conflicts.map(({ amount }) => amount),
      conflicts.map(({ externalId }) => externalId),
    ],
  )
}
