import type { Context } from '../../context.ts'
import { openAccount, post } from '../../books/index.ts'
import { many, maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Window } from '../../platform/pages.ts'
import { mutation } from '../../platform/commands/command.ts'
import { type BankCode, banks } from './banks.ts'
import { findNamed, insertNames, lockNames, nameKey, namesOf } from './payment-names.ts'
import { insertPayments, insertSuspense } from './payment-store.ts'

/**
 * A notice that contradicts an earlier report of the same payment. It was refused, and an operator resolves it with the
 * bank.
 */
export type PaymentConflict = {
  id: string
  bank: BankCode
  paymentRequestId: string
  /** The number as first reported; null for an operator's record. */
  number: string | null
  amount: number
  referenceNo: string | null
  transactedAt: string | null
  toldNumber: string
  toldAmount: number
  toldReferenceNo: string | null
  toldTransactedAt: string | null
  toldAt: Date
  /** How it was resolved; null while it is open. */
  outcome: ConflictOutcome | null
}

/**
 * FIRST_STANDS: the notice was a mistake of the bank. SEPARATE: two payments came in, and the bank used one id for
 * both.
 */
export type ConflictOutcome = 'FIRST_STANDS' | 'SEPARATE'

type Wanted = { days: number; ended: boolean } & Window

/** The open conflicts of the last days, or all of them, newest first. */
export function listConflicts(
  db: Queryable,
  { days, ended, limit, after }: Wanted,
): Promise<PaymentConflict[]> {
  return many<PaymentConflict>(
    db,
    'cash.deposit.conflicts',
    `select c.id, c.bank, c.payment_request_id as "paymentRequestId", coalesce(t.number, p.number) as number, p.amount,
            coalesce(t.reference_no, p.reference_no) as "referenceNo",
            coalesce(t.transacted_at, p.transacted_at) as "transactedAt", c.number as "toldNumber",
            c.amount as "toldAmount", c.reference_no as "toldReferenceNo", c.transacted_at as "toldTransactedAt",
            c.told_at as "toldAt", e.outcome
       from bank_conflict c
       join bank_payment p on p.id = c.payment_id
         or (c.payment_id is null and p.bank = c.bank and p.payment_request_id = c.payment_request_id)
       left join bank_payment_notice t on t.payment_id = p.id
       left join bank_conflict_end e on e.conflict_id = c.id
      where c.told_at > app_now() - $1 * interval '1 day' and ($2 or e.conflict_id is null)
        and ($3::uuid is null or (c.told_at, c.id) < (select told_at, id from bank_conflict where id = $3))
      order by c.told_at desc, c.id desc limit $4`,
    [days, ended, after ?? null, limit ?? null],
  )
}

type Conflict = {
  bank: BankCode
  paymentRequestId: string
  number: string
  amount: number
  referenceNo: string | null
  transactedAt: string | null
}

const findConflict = (db: Queryable, id: string): Promise<Conflict | undefined> =>
  maybe<Conflict>(
    db,
    'cash.deposit.conflict',
    `select bank, payment_request_id as "paymentRequestId", number, amount, reference_no as "referenceNo",
            transacted_at as "transactedAt" from bank_conflict where id = $1`,
    [id],
  )

/**
 * Resolves a conflict by what the bank answered. The money of a separate payment goes to suspense, until an operator
 * assigns it. Idempotent.
 * @throws Error when there is no such conflict, or it was resolved the other way.
 */
export const resolveConflict = mutation<
  Context,
  { conflictId: string; outcome: ConflictOutcome; note: string },
  { resolved: boolean; amount: number }
>({
  operation: 'resolveConflict',
  permit: ['operator'],
  secondPair: { read: async (db, { conflictId }) => (await findConflict(db, conflictId))?.amount ?? null },
  async run(tx, { conflictId, outcome, note }, { context }) {
    const conflict = await findConflict(tx, conflictId)
    if (!conflict) throw new Error(`Tidak ada pertentangan ${conflictId}.`)
    const { bank, paymentRequestId, amount } = conflict
    const subject = `payment:${bank}:${paymentRequestId}`
    const own = asPayment(conflictId, conflict)
    // A concurrent resolution of the same conflict waits here.
    await lockNames(tx, namesOf(own))
    const ended = await maybe<{ outcome: ConflictOutcome }>(
      tx,
      'cash.deposit.conflict_end',
      'select outcome from bank_conflict_end where conflict_id = $1',
      [conflictId],
    )
    if (ended?.outcome === outcome) return { answer: { resolved: false, amount }, subject }
    if (ended) throw new Error(`Pertentangan ${conflictId} sudah diselesaikan sebagai ${ended.outcome}.`)
    const paymentId = outcome === 'SEPARATE' ? await suspendSeparatePayment(tx, context, own) : null
    await run(
      tx,
      'cash.deposit.end_conflict',
      'insert into bank_conflict_end (conflict_id, outcome, payment_id, note) values ($1, $2, $3, $4)',
      [conflictId, outcome, paymentId, note],
    )
    return { answer: { resolved: true, amount }, subject, detail: { conflictId, outcome, amount, note } }
  },
})

/**
 * The payment of a conflict resolved as SEPARATE. Its id contains the conflict's id, because the bank's id belongs to
 * the other payment.
 */
const asPayment = (conflictId: string, { paymentRequestId, referenceNo, ...conflict }: Conflict) => ({
  ...conflict,
  paymentRequestId: `${paymentRequestId}#${conflictId}`,
  referenceNo: referenceNo ?? undefined,
  transactedAt: conflict.transactedAt ?? undefined,
})

/** Records a separate payment in suspense. The caller has locked the payment's names. */
async function suspendSeparatePayment(
  tx: Transaction,
  { random }: Context,
  payment: ReturnType<typeof asPayment>,
): Promise<string> {
  const { bank, amount } = payment
  const names = namesOf(payment)
  const taken = await findNamed(tx, names)
  const paymentId = random.uuid()
  await insertPayments(tx, [{ ...payment, id: paymentId, reportedBy: 'BANK', lenderId: null }])
  await insertNames(
    tx,
    names.filter((name) => !taken.has(nameKey(name))).map((name) => ({ ...name, paymentId })),
  )
  await insertSuspense(tx, [{ id: paymentId, reason: 'CONFLICT' }])
  await post(tx, {
    id: random.uuid(),
    kind: 'SUSPENSE',
    ref: paymentId,
    movements: [
      {
        debit: await openAccount(tx, random.id(), 'BANK_CLEARING', banks[bank]),
        credit: await openAccount(tx, random.id(), 'SUSPENSE', banks[bank]),
        amount,
      },
    ],
    newId: random.uuid,
  })
  return paymentId
}
