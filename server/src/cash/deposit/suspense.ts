import type { Context } from '../../context.ts'
import { accountOf, cashAccountOf, post } from '../../books/index.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Window } from '../../platform/pages.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { type BankCode, banks } from './banks.ts'
import { insertTopUps, type SuspenseReason } from './payment-store.ts'
import { doubtOf, largestBalance } from './plausible.ts'
import { refuseClosed } from './refuse-closed.ts'

export type SuspenseItem = {
  paymentId: string
  bank: BankCode
  paymentRequestId: string
  /**
   * The virtual account number as the bank sent it, with spaces; null when only a statement or an operator reported the
   * payment.
   */
  number: string | null
  /** Whole rupiah. */
  amount: number
  referenceNo: string | null
  reason: SuspenseReason
  /** The lender for whom an operator recorded it; null for money that the bank has. */
  intendedFor: number | null
  toldAt: Date
  /** Whole days since the payment was reported. */
  age: number
}

/** Payments in suspense, oldest first, after the payment with the id `after`. */
export function listSuspense(db: Queryable, { limit, after }: Window = {}): Promise<SuspenseItem[]> {
  return many<SuspenseItem>(
    db,
    'cash.deposit.suspense',
    `select p.id as "paymentId", p.bank, p.payment_request_id as "paymentRequestId", p.number, p.amount,
            p.reference_no as "referenceNo", s.reason, s.intended_for as "intendedFor", p.told_at as "toldAt",
            business_day(app_now()) - business_day(p.told_at) as age
       from bank_suspense s join bank_payment p on p.id = s.payment_id
      where s.ended_at is null
        and ($1::uuid is null or (p.told_at, p.id) > (select told_at, id from bank_payment where id = $1))
      order by p.told_at, p.id limit $2`,
    [after ?? null, limit ?? null],
  )
}

/** Number and sum of all payments in suspense; `unconfirmed` is the part that no bank has confirmed. */
export const suspenseTotal = (
  db: Queryable,
): Promise<{ payments: number; total: bigint; unconfirmed: bigint }> =>
  one<{ payments: number; total: string; unconfirmed: string }>(
    db,
    'cash.deposit.suspense_total',
    `select count(*) as payments, coalesce(sum(p.amount), 0)::text as total,
            coalesce(sum(p.amount) filter (where s.reason = 'UNCONFIRMED'), 0)::text as unconfirmed
       from bank_suspense s join bank_payment p on p.id = s.payment_id where s.ended_at is null`,
  ).then(({ payments, total, unconfirmed }) => ({
    payments,
    total: BigInt(total),
    unconfirmed: BigInt(unconfirmed),
  }))

/**
 * Assigns a payment in suspense to its lender; it counts as a top-up from then on. Idempotent.
 * @throws Error when there is no such payment in suspense, it was assigned to another lender or returned, the lender's
 *   account is closed, or it is above the plausible maximum of its bank and was not confirmed
 * @throws AccountFull
 */
export const assignSuspense = mutation<
  Context,
  { paymentId: string; lenderId: number; note: string; aboveCeiling?: boolean },
  { assigned: boolean; amount: number }
>({
  operation: 'assignSuspense',
  permit: ['operator'],
  secondPair: { read: amountOfItem },
  async run(tx, { paymentId, lenderId, note, aboveCeiling }, { context }) {
    const payment = await lockItem(tx, paymentId)
    const { bank, paymentRequestId, amount } = payment
    const subject = `payment:${bank}:${paymentRequestId}`
    refuseUnconfirmed(paymentId, payment)
    if (payment.lenderId === lenderId) return { answer: { assigned: false, amount }, subject }
    if (payment.lenderId !== null)
      throw new Error(`Pembayaran ${paymentId} sudah diberikan kepada Pemberi Dana lain.`)
    if (payment.returnReference !== null)
      throw new Error(`Pembayaran ${paymentId} sudah dikirim kembali sebagai ${payment.returnReference}.`)
    await refuseClosed(tx, lenderId)
    const doubt = aboveCeiling ? null : doubtOf(context, payment)
    if (doubt)
      throw new Error(`Pembayaran ${paymentId}: ${doubt}, atau kirim kembali dengan "deposits return".`)
    await run(
      tx,
      'cash.deposit.end_suspense',
      `update bank_suspense set ended_at = app_now(), lender_id = $2, note = $3 where payment_id = $1`,
      [paymentId, lenderId, note],
    )
    await insertTopUps(tx, [{ bank, paymentRequestId, lenderId, id: paymentId, amount }])
    await post(tx, {
      id: context.random.uuid(),
      kind: 'TOP_UP',
      ref: paymentId,
      movements: [
        {
          debit: await accountOf(tx, 'SUSPENSE', banks[bank]),
          credit: await cashAccountOf(tx, lenderId, banks[bank]),
          amount,
        },
      ],
      newId: context.random.uuid,
      maxBalance: largestBalance,
    })
    return { answer: { assigned: true, amount }, subject, detail: { lenderId, amount, note } }
  },
})

/**
 * Records that an operator sent a payment in suspense back at the bank, with the bank's reference of that transfer.
 * Idempotent.
 * @throws Error when there is no such payment in suspense, or it ended another way.
 */
export const returnSuspense = mutation<
  Context,
  { paymentId: string; reference: string; note: string },
  { returned: boolean; amount: number }
>({
  operation: 'returnSuspense',
  permit: ['operator'],
  secondPair: { read: amountOfItem },
  async run(tx, { paymentId, reference, note }, { context }) {
    const payment = await lockItem(tx, paymentId)
    const { bank, paymentRequestId, amount, lenderId, returnReference } = payment
    refuseUnconfirmed(paymentId, payment)
    const subject = `payment:${bank}:${paymentRequestId}`
    if (returnReference === reference) return { answer: { returned: false, amount }, subject }
    if (lenderId !== null)
      throw new Error(`Pembayaran ${paymentId} sudah diberikan kepada seorang Pemberi Dana.`)
    if (returnReference !== null)
      throw new Error(`Pembayaran ${paymentId} sudah dikirim kembali sebagai ${returnReference}.`)
    await run(
      tx,
      'cash.deposit.return_suspense',
      `update bank_suspense set ended_at = app_now(), return_reference = $2, note = $3 where payment_id = $1`,
      [paymentId, reference, note],
    )
    await post(tx, {
      id: context.random.uuid(),
      kind: 'SUSPENSE',
      ref: paymentId,
      movements: [
        {
          debit: await accountOf(tx, 'SUSPENSE', banks[bank]),
          credit: await accountOf(tx, 'BANK_CLEARING', banks[bank]),
          amount,
        },
      ],
      newId: context.random.uuid,
    })
    return { answer: { returned: true, amount }, subject, detail: { reference, amount, note } }
  },
})

/** What a payment in suspense is over, whole rupiah; null if there is none. */
async function amountOfItem(db: Queryable, { paymentId }: { paymentId: string }): Promise<number | null> {
  const item = await maybe<{ amount: number }>(
    db,
    'cash.deposit.suspense_amount',
    'select amount from bank_payment where id = $1',
    [paymentId],
  )
  return item?.amount ?? null
}

type LockedItem = {
  bank: BankCode
  reason: SuspenseReason
  paymentRequestId: string
  amount: number
  lenderId: number | null
  returnReference: string | null
}

/**
 * Refuses to move what no bank has confirmed.
 * @throws Error
 */
function refuseUnconfirmed(paymentId: string, { reason }: LockedItem): void {
  if (reason === 'UNCONFIRMED')
    throw new Error(
      `Pembayaran ${paymentId} dicatat oleh staf dan belum dinyatakan bank mana pun: notifikasi atau mutasinya mengkreditkannya, ` +
        `"lenders top-up --without-line" mengkreditkannya seketika, dan "deposits reverse" membatalkannya.`,
    )
}

/**
 * Locks a payment that is or was in suspense.
 * @throws Error when there is no such payment
 */
async function lockItem(tx: Transaction, paymentId: string): Promise<LockedItem> {
  const payment = await maybe<LockedItem>(
    tx,
    'cash.deposit.suspense_item',
    `select p.bank, s.reason, p.payment_request_id as "paymentRequestId", p.amount, s.lender_id as "lenderId",
            s.return_reference as "returnReference"
       from bank_suspense s join bank_payment p on p.id = s.payment_id where s.payment_id = $1 for update of s`,
    [paymentId],
  )
  if (!payment) throw new Error(`Tidak ada pembayaran ${paymentId} di antara yang belum teridentifikasi.`)
  return payment
}
