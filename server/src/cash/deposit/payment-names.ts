import { withoutEnd } from '@pematang/contract/format/without-end'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { BankCode } from './banks.ts'

/** A bank's notice that money came in for a virtual account (SNAP service 25). */
export type PaymentNotice = {
  bank: BankCode
  /** Id of this delivery; it records who used the X-EXTERNAL-ID, which is valid once a day. */
  callId: string
  externalId: string
  /** The bank's own id of the payment, the same at every delivery. */
  paymentRequestId: string
  /** As the bank sent it, including leading spaces. */
  virtualAccountNo: string
  /** Whole rupiah above 0. */
  amount: number
  referenceNo?: string | undefined
  transactedAt?: string | undefined
  /** Whether the bank marks the notice as a repetition (flagAdvise Y). */
  isRetry?: boolean
}

/** A bank's identifiers of a payment in a notice, on a slip or on a statement. */
export type PaymentKey = { bank: BankCode; paymentRequestId: string; referenceNo?: string | undefined }

/** A normalised identifier of a payment: operators type identifiers with spaces and in lower case. */
export type PaymentName = { bank: BankCode; name: string }

/** The normalised identifiers under which a payment is unique. */
export function namesOf({ bank, paymentRequestId, referenceNo }: PaymentKey): PaymentName[] {
  const names = new Set([
    asName(paymentRequestId),
    ...(referenceNo === undefined ? [] : [asName(referenceNo)]),
  ])
  return [...names].map((name) => ({ bank, name }))
}

/** Normalises an identifier. Only A to Z are upper-cased, as the database does under collation "C". */
const asName = (text: string): string =>
  withoutEnd(text.replace(/^ +/, ''), ' ').replace(/[a-z]+/g, (letters) => letters.toUpperCase())

export const nameKey = ({ bank, name }: PaymentName): string => `${bank} ${name}`

export type KnownPayment = {
  id: string
  bank: BankCode
  paymentRequestId: string
  reportedBy: 'BANK' | 'OPERATOR' | 'STATEMENT'
  /** The virtual account number as the bank sent it; null when an operator recorded the payment. */
  number: string | null
  amount: number
  referenceNo: string | null
  transactedAt: string | null
  /** The credited lender; null while the payment is in suspense. */
  creditedTo: number | null
  /** The lender for whom an operator recorded it, while the bank has not confirmed it and nobody is credited. */
  intendedFor: number | null
  /**
   * Whether the record was taken back because the money never came; the next report of the payment replaces it.
   */
  isReversed: boolean
  /** The bank's reference of the transfer that sent the money back, if any. */
  returnReference: string | null
  /** The bank's notice, if it came after the report of an operator or a statement. */
  notice: Notice | null
}

type Notice = {
  paymentRequestId: string
  number: string
  referenceNo: string | null
  transactedAt: string | null
}

/**
 * Serialises reports of payments under these names until this transaction ends, so that the names can be read before
 * they are written. The unique index is what prevents a second credit.
 */
export async function lockNames(tx: Transaction, names: readonly PaymentName[]): Promise<void> {
  await run(
    tx,
    'cash.deposit.lock_names',
    // Sorted, so that two transactions cannot deadlock.
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended(bank || ' ' || name, 12) as key
         from unnest($1::text[], $2::text[]) as asked (bank, name) order by key offset 0
     ) locks`,
    [names.map(({ bank }) => bank), names.map(({ name }) => name)],
  )
}

const known = `p.id, p.bank, p.payment_request_id as "paymentRequestId", p.told_by as "reportedBy", p.number, p.amount,
  p.reference_no as "referenceNo", p.transacted_at as "transactedAt", coalesce(p.lender_id, s.lender_id) as "creditedTo",
  s.return_reference as "returnReference", case when s.ended_at is null then s.intended_for end as "intendedFor",
  exists (select from reversal r where r.kind in ('TOP_UP', 'UNCONFIRMED_TOP_UP') and r.of_id = p.id::text) as "isReversed",
  case when c.payment_id is not null then
    json_build_object('paymentRequestId', c.payment_request_id, 'number', c.number, 'referenceNo', c.reference_no,
                      'transactedAt', c.transacted_at) end as notice`
const more = `left join bank_suspense s on s.payment_id = p.id left join bank_payment_notice c on c.payment_id = p.id`

/** The payments with these names, by name. For a reversed payment, the payment that replaced it is returned. */
export async function findNamed(
  db: Queryable,
  names: readonly PaymentName[],
): Promise<Map<string, KnownPayment>> {
  const rows = await many<{ name: string } & KnownPayment>(
    db,
    'cash.deposit.named',
    `select n.name, ${known} from unnest($1::text[], $2::text[]) as asked (bank, name)
       join bank_payment_name n using (bank, name) join bank_payment p on p.id = current_payment(n.payment_id) ${more}`,
    [names.map(({ bank }) => bank), names.map(({ name }) => name)],
  )
  return new Map(rows.map(({ name, ...payment }) => [nameKey({ bank: payment.bank, name }), payment]))
}

/** The payment that has this reference number, or that stands in the place of a reversed one that had it. */
export async function findByReference(
  db: Queryable,
  { bank, referenceNo }: { bank: BankCode; referenceNo: string },
): Promise<KnownPayment | undefined> {
  const [payment] = (await findNamed(db, [{ bank, name: asName(referenceNo) }])).values()
  return payment
}

type Id = { bank: BankCode; paymentRequestId: string }

/** The key of a payment: its bank and the bank's own id, unchanged. */
export const paymentKey = ({ bank, paymentRequestId }: Id): string => `${bank} ${paymentRequestId}`

/**
 * The payments that these ids of the bank refer to, from the first or a later notice. For a reversed payment, the
 * payment that replaced it is returned.
 */
export async function findPayments(db: Queryable, ids: readonly Id[]): Promise<Map<string, KnownPayment>> {
  const rows = await many<{ asked: string } & KnownPayment>(
    db,
    'cash.deposit.known_payments',
    `select asked.payment_request_id as asked, ${known}
       from unnest($1::text[], $2::text[]) as asked (bank, payment_request_id)
       cross join lateral (
         select t.payment_id as id from bank_payment_notice t
          where t.bank = asked.bank and t.payment_request_id = asked.payment_request_id
         union all
         select t.id from bank_payment t
          where t.bank = asked.bank and t.payment_request_id = asked.payment_request_id
         limit 1
       ) found
       join bank_payment p on p.id = current_payment(found.id) ${more}`,
    [ids.map(({ bank }) => bank), ids.map(({ paymentRequestId }) => paymentRequestId)],
  )
  return new Map(
    rows.map(({ asked, ...payment }) => [
      paymentKey({ bank: payment.bank, paymentRequestId: asked }),
      payment,
    ]),
  )
}

const nameColumns = { bank: 'text', name: 'text', paymentId: 'uuid' } as const

/**
 * Stores the names of a payment.
 * @throws a unique violation when a name is in use; the payment must not be credited then.
 */
export async function insertNames(
  tx: Queryable,
  names: readonly (PaymentName & { paymentId: string })[],
): Promise<void> {
  await run(
    tx,
    'cash.deposit.insert_names',
    `insert into bank_payment_name (${columnNames(nameColumns)}) select * from ${unnestRows(nameColumns)}`,
    manyRows(nameColumns, names),
  )
}
