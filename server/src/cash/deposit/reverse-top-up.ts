import type { Context } from '../../context.ts'
import {
  accountOf,
  collectReceivables,
  insertReversal,
  openAccount,
  post,
  reverseJournal,
} from '../../books/index.ts'
import { notifyLenders } from '../../lenders/index.ts'
import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type Effect, mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type BankCode, banks } from './banks.ts'
import { insertNames, lockNames, namesOf, type PaymentName } from './payment-names.ts'
import { insertPayments, insertSuspense } from './payment-store.ts'

export type ReverseTopUp = {
  /** The id of the payment, or an identifier of it at the bank. */
  payment: string
  /** The reason of the reversal, for the audit trail; it must not contain personal data. */
  reason: string
}

/** The result of a reversal; amounts in whole rupiah. */
export type ReversedTopUp = {
  paymentId: string
  /** Whether nobody had been credited, because no bank had confirmed an operator's record. */
  wasWaiting: boolean
  reversalId: string
  /** Whose top-up it was; null for a payment that had been recorded as sent back to its payer. */
  lenderId: number | null
  amount: number
  /** What the lender owes, because their free cash did not cover the reversal. */
  owed: number
  /** The payment in suspense that replaces the reversed one; null when the money never came. */
  suspensePaymentId: string | null
}

/**
 * Reverses the credit of a payment, or what was recorded of its return to the payer. A payment that the bank reported had the wrong lender: it returns to suspense with
 * its age. One that only an operator recorded never came: what was credited leaves through the bank's clearing account, and
 * the next report of it is credited as usual. What the lender's free cash does not cover becomes a receivable. A payment that was
 * not sent back although it was recorded so waits in suspense again, with its age.
 * @throws Error when there is no such payment, several have this name, it is neither credited to a lender nor sent back,
 *   or it was reversed before
 * @throws Refusal INPUT_INVALID
 */
export const reverseTopUp = mutation<Context, ReverseTopUp, ReversedTopUp>({
  operation: 'reverseTopUp',
  permit: ['operator'],
  secondPair: { read: async (db, { payment }) => (await findCredited(db, payment)).amount },
  async run(tx, { payment: asked, reason }, { context }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    const found = await findCredited(tx, asked)
    await lockNames(tx, found.names)
    // Read again under the lock, so that nothing can be reported, confirmed or reversed in between.
    const payment = await findCredited(tx, found.id)
    const { id, lenderId, amount } = payment
    if (payment.isReversed)
      throw new Error(`Yang dicatat dari pembayaran ${id} sudah dibatalkan; ia menunggu dengan nomor lain.`)
    const reversalId = context.random.uuid()
    if (payment.intendedFor !== null) return takeBackRecord(tx, payment, { reversalId, reason })
    if (lenderId === null) return reverseReturn(tx, context, payment, { reversalId, reason })
    const reversed = await reverseJournal(tx, context.random, {
      kind: 'TOP_UP',
      ref: id,
      reversal: { id: reversalId, kind: 'TOP_UP', ofId: id, reason },
      history: { type: 1, loanId: null },
    })
    const isReal = payment.reportedBy !== 'OPERATOR' || payment.isConfirmed
    if (isReal) await returnToSuspense(tx, context, payment, reversalId)
    await collectReceivables(tx, context.random, [lenderId])
    await notifyLenders(
      tx,
      'TOP_UP_CORRECTED',
      reversed.map(({ taken, owed }) => ({
        lenderId,
        id: context.random.uuid(),
        data: { amount: taken, owed },
      })),
    )
    const owed = reversed.reduce((sum, { owed: rest }) => sum + rest, 0)
    const suspensePaymentId = isReal ? reversalId : null
    const answer = { paymentId: id, wasWaiting: false, reversalId, lenderId, amount, owed, suspensePaymentId }
    const { bank, bankName } = payment
    return { answer, subject: `payment:${bank}:${bankName}`, detail: { ...answer, reason } }
  },
})

async function takeBackRecord(
  tx: Transaction,
  { id, bank, bankName, amount, intendedFor: lenderId }: CreditedPayment,
  { reversalId, reason }: { reversalId: string; reason: string },
): Promise<Effect<ReversedTopUp>> {
  await insertReversal(tx, { id: reversalId, kind: 'UNCONFIRMED_TOP_UP', ofId: id, journalId: null, reason })
  await run(
    tx,
    'cash.deposit.take_back_record',
    'update bank_suspense set ended_at = app_now(), reversal_id = $2 where payment_id = $1',
    [id, reversalId],
  )
  const answer = {
    paymentId: id,
    wasWaiting: true,
    reversalId,
    lenderId,
    amount,
    owed: 0,
    suspensePaymentId: null,
  }
  return { answer, subject: `payment:${bank}:${bankName}`, detail: { ...answer, reason } }
}

/** Puts a payment that was recorded as sent back into suspense again. */
async function reverseReturn(
  tx: Transaction,
  context: Context,
  payment: CreditedPayment,
  { reversalId, reason }: { reversalId: string; reason: string },
): Promise<Effect<ReversedTopUp>> {
  const { id, amount, bank, bankName, returnReference } = payment
  if (returnReference === null)
    throw new Error(`Pembayaran ${id} tidak dikreditkan kepada siapa pun; lihat "deposits suspense".`)
  await reverseJournal(tx, context.random, {
    kind: 'SUSPENSE',
    ref: id,
    reversal: { id: reversalId, kind: 'SUSPENSE_RETURN', ofId: id, reason },
  })
  await returnToSuspense(tx, context, payment, reversalId)
  const suspensePaymentId = reversalId
  const answer = {
    ...{ paymentId: id, wasWaiting: false, reversalId, lenderId: null, amount, owed: 0, suspensePaymentId },
  }
  return { answer, subject: `payment:${bank}:${bankName}`, detail: { ...answer, returnReference, reason } }
}

type CreditedPayment = {
  id: string
  bank: BankCode
  /** The bank's id of the payment. */
  bankName: string
  reportedBy: 'BANK' | 'OPERATOR' | 'STATEMENT'
  number: string | null
  amount: number
  referenceNo: string | null
  transactedAt: string | null
  reportedAt: string
  lenderId: number | null
  /** The lender for whom an operator recorded it, while no bank has confirmed it. */
  intendedFor: number | null
  isReversed: boolean
  /** Whether the bank's notice or line confirmed an earlier report of an operator or a statement. */
  isConfirmed: boolean
  fromSuspense: boolean
  /** The bank's reference of the transfer by which it was sent back, as recorded; null if it was not. */
  returnReference: string | null
  /** The identifiers of the payment, and of those that it replaced. */
  names: PaymentName[]
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Finds a credited payment by its id or an identifier at the bank.
 * @throws Error when none or several match.
 */
async function findCredited(db: Queryable, asked: string): Promise<CreditedPayment> {
  const ids = await many<{ id: string }>(
    db,
    'cash.deposit.reversal_of',
    `select p.id from bank_payment p where p.id = $1::uuid
     union select current_payment(n.payment_id) from bank_payment_name n where n.name = upper(btrim($2) collate "C")`,
    [uuid.test(asked) ? asked : null, asked],
  )
  const [found, ...others] = ids
  if (!found) throw new Error(`Tidak ada pembayaran ${asked}.`)
  if (others.length > 0) {
    const all = ids.map(({ id }) => id).join(', ')
    throw new Error(`Beberapa pembayaran bernama ${asked}: sebutkan nomornya, ${all}.`)
  }
  return one<CreditedPayment>(
    db,
    'cash.deposit.credited',
    `with recursive chain as (
       select p.id, p.replaces from bank_payment p where p.id = $1
       union all select p.id, p.replaces from chain c join bank_payment p on p.id = c.replaces
     )
     select p.id, p.bank, bank_name_of(coalesce(c.payment_request_id, p.payment_request_id)) as "bankName",
            p.told_by as "reportedBy", coalesce(c.number, p.number) as number, p.amount,
            coalesce(c.reference_no, p.reference_no) as "referenceNo",
            coalesce(c.transacted_at, p.transacted_at) as "transactedAt", p.told_at::text as "reportedAt",
            u.lender_id as "lenderId", case when s.ended_at is null then s.intended_for end as "intendedFor",
            c.payment_id is not null or (s.reason = 'UNCONFIRMED' and s.lender_id is not null
              and not exists (select from top_up_without_line o where o.payment_id = p.id)) as "isConfirmed",
            coalesce(s.reason <> 'UNCONFIRMED', false) as "fromSuspense", s.return_reference as "returnReference",
            exists (select from reversal r where r.kind in ('TOP_UP', 'SUSPENSE_RETURN', 'UNCONFIRMED_TOP_UP') and r.of_id = p.id::text) as "isReversed",
            (select coalesce(json_agg(json_build_object('bank', n.bank, 'name', n.name)), '[]')
               from chain join bank_payment_name n on n.payment_id = chain.id) as names
       from bank_payment p
       left join bank_payment_notice c on c.payment_id = p.id
       left join top_up u on u.id = p.id
       left join bank_suspense s on s.payment_id = p.id
      where p.id = $1`,
    [found.id],
  )
}

/** Puts the money of a reversed payment into suspense as a new payment, whose id contains the reversal's id. */
async function returnToSuspense(
  tx: Transaction,
  { random }: Context,
  payment: CreditedPayment,
  reversalId: string,
): Promise<void> {
  const { id, bank, bankName, number, amount, reportedAt, fromSuspense } = payment
  const paymentRequestId = `${bankName}#${reversalId}`
  await insertPayments(tx, [
    {
      ...{ id: reversalId, bank, paymentRequestId, number, amount, reportedAt, lenderId: null, replaces: id },
      reportedBy: number === null ? 'STATEMENT' : 'BANK',
      referenceNo: payment.referenceNo ?? undefined,
      transactedAt: payment.transactedAt ?? undefined,
    },
  ])
  const names = namesOf({ bank, paymentRequestId })
  await insertNames(
    tx,
    names.map((name) => ({ ...name, paymentId: reversalId })),
  )
  await insertSuspense(tx, [{ id: reversalId, reason: 'REVERSED' }])
  // Money that came from suspense was already returned there by the journal of the reversal.
  if (fromSuspense) return
  await post(tx, {
    id: random.uuid(),
    kind: 'SUSPENSE',
    ref: reversalId,
    movements: [
      {
        debit: await accountOf(tx, 'BANK_CLEARING', banks[bank]),
        credit: await openAccount(tx, random.id(), 'SUSPENSE', banks[bank]),
        amount,
      },
    ],
    newId: random.uuid,
  })
}
