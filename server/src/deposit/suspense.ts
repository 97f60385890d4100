import type { Context } from '../context.ts'
import { accountOf, pocketOf, post } from '../ledger/index.ts'
import { many, maybe, type Queryable, run } from '../platform/db/database.ts'
import { mutation } from '../platform/mutation.ts'
import { type BankCode, banks } from './banks.ts'
import { insertTopUps, type SuspenseReason } from './payment-store.ts'

/** Why money in suspense cannot be given to a lender; told in one sentence. */
export class SuspenseFault extends Error {}

/** Money that came in for nobody's number and waits for an operator. */
export type SuspenseItem = {
  paymentId: string
  bank: BankCode
  paymentRequestId: string
  /** As the bank told it, with the spaces. */
  number: string
  /** Whole rupiah. */
  amount: number
  referenceNo: string | null
  reason: SuspenseReason
  toldAt: Date
  /** Whole days since then. */
  age: number
}

/** What is in suspense, the oldest first. */
export function listSuspense(db: Queryable): Promise<SuspenseItem[]> {
  return many<SuspenseItem>(
    db,
    'deposit.suspense',
    `select p.id as "paymentId", p.bank, p.payment_request_id as "paymentRequestId", p.number, p.amount,
            p.reference_no as "referenceNo", s.reason, p.told_at as "toldAt",
            business_day(app_now()) - business_day(p.told_at) as age
       from bank_suspense s join bank_payment p on p.id = s.payment_id
      where s.ended_at is null order by p.told_at, p.id`,
  )
}

/** A payment that a bank told again with another amount or number: refused, and to be cleared up with the bank. */
export type PaymentConflict = {
  bank: BankCode
  paymentRequestId: string
  /** As it was told first; null where an operator credited it. */
  number: string | null
  amount: number
  toldNumber: string
  toldAmount: number
  toldAt: Date
}

/** The conflicts of the last days, the newest first, at most 500. */
export function listConflicts(db: Queryable, days: number): Promise<PaymentConflict[]> {
  return many<PaymentConflict>(
    db,
    'deposit.conflicts',
    `select c.bank, c.payment_request_id as "paymentRequestId", p.number, coalesce(p.amount, u.amount) as amount,
            c.number as "toldNumber", c.amount as "toldAmount", c.told_at as "toldAt"
       from bank_conflict c left join bank_payment p using (bank, payment_request_id)
       left join top_up u using (bank, payment_request_id)
      where c.told_at > app_now() - $1 * interval '1 day' order by c.told_at desc, c.id desc limit 500`,
    [days],
  )
}

/**
 * Gives money that is in suspense to the lender whose it is; it counts as his top-up from then on. The same once more
 * changes nothing.
 * @throws SuspenseFault where there is no such payment in suspense, or it went to somebody else.
 */
export const assignSuspense = mutation<
  Context,
  { paymentId: string; lenderId: number; note: string },
  { assigned: boolean; amount: number }
>({
  operation: 'assignSuspense',
  permit: ['operator'],
  async run(tx, { paymentId, lenderId, note }, { world }) {
    const payment = await maybe<{
      bank: BankCode
      paymentRequestId: string
      amount: number
      lenderId: number | null
    }>(
      tx,
      'deposit.suspense_item',
      `select p.bank, p.payment_request_id as "paymentRequestId", p.amount, s.lender_id as "lenderId"
         from bank_suspense s join bank_payment p on p.id = s.payment_id where s.payment_id = $1 for update of s`,
      [paymentId],
    )
    if (!payment) throw new SuspenseFault(`No payment ${paymentId} is or was in suspense.`)
    const { bank, paymentRequestId, amount } = payment
    const subject = `payment:${bank}:${paymentRequestId}`
    if (payment.lenderId === lenderId) return { answer: { assigned: false, amount }, subject }
    if (payment.lenderId !== null)
      throw new SuspenseFault(`Payment ${paymentId} was given to another lender.`)
    await run(
      tx,
      'deposit.end_suspense',
      `update bank_suspense set ended_at = app_now(), lender_id = $2, note = $3 where payment_id = $1`,
      [paymentId, lenderId, note],
    )
    await insertTopUps(tx, [{ bank, paymentRequestId, lenderId, id: paymentId, amount }])
    await post(tx, {
      id: world.random.uuid(),
      kind: 'TOP_UP',
      ref: paymentId,
      movements: [
        {
          debit: await accountOf(tx, 'SUSPENSE', banks[bank]),
          credit: await pocketOf(tx, lenderId, banks[bank]),
          amount,
        },
      ],
      newId: world.random.uuid,
    })
    return { answer: { assigned: true, amount }, subject, detail: { lenderId, amount, note } }
  },
})
