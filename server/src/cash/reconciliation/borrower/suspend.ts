import type { Context } from '../../../context.ts'
import { openAccount, post } from '../../../books/index.ts'
import { mutation } from '../../../platform/commands/command.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockBankComparison } from '../differences.ts'
import { findLine, type StoredLine } from '../lines.ts'
import { compareAgain } from '../reconcile.ts'
import { nameLine } from '../transfer-line.ts'
import { type BorrowerPayment, borrowerPaymentOf, insertBorrowerPayment } from './store.ts'

type OfLine = { lineId: string; note: string }

/**
 * Puts a line of the statement that a borrower paid, and that fits no loan, into the suspense of borrowers. Idempotent
 * while it waits.
 * @throws Error when the line is no credit, or is something else of ours
 */
export const suspendLine = mutation<Context, OfLine, { suspended: boolean; payment: BorrowerPayment }>({
  operation: 'suspendBorrowerPayment',
  permit: ['operator'],
  withoutSecondPair: 'the payment stays in suspense and is given to nobody',
  async run(tx, { lineId, note }, { context }) {
    const line = await lockCredit(tx, lineId)
    const subject = `line:${lineId}`
    const known = await borrowerPaymentOf(tx, lineId)
    if (known?.state === 'WAITS') return { answer: { suspended: false, payment: known }, subject }
    const payment = await suspend(tx, context, line, note)
    const { methodPayment } = line
    await compareAgain(tx, context, { methodPayment, subjects: { lines: [lineId] } })
    return {
      answer: { suspended: true, payment },
      subject,
      detail: { borrowerPayment: payment.id, amount: payment.amount, note },
    }
  },
})

/**
 * Locks the bank's comparison and reads the line.
 * @throws Error unless it is a credit that is still listed
 */
export async function lockCredit(tx: Transaction, lineId: string): Promise<StoredLine> {
  const found = await findLine(tx, lineId)
  if (!found) throw new Error(`Tidak ada bank yang pernah memuat mutasi ${lineId}.`)
  await lockBankComparison(tx, found.methodPayment)
  const line = await findLine(tx, lineId)
  if (!line || line.isGone) throw new Error(`Bank tidak lagi memuat mutasi ${lineId}.`)
  if (line.type !== 'CREDIT' || line.amount === 0) throw new Error(`Mutasi ${lineId} bukan uang masuk.`)
  return line
}

/** Moves the money of a line into suspense. The caller has locked the bank's comparison. */
export async function suspend(
  tx: Transaction,
  { random }: Context,
  line: StoredLine,
  note: string,
): Promise<BorrowerPayment> {
  const { withdrawalId, paymentRequestId, transfer, methodPayment, amount, at } = line
  if (withdrawalId !== null) throw new Error(`Mutasi ${line.id} milik penarikan dana ${withdrawalId}.`)
  if (paymentRequestId !== null) throw new Error(`Mutasi ${line.id} milik pembayaran ${paymentRequestId}.`)
  if (transfer !== null) throw new Error(`Mutasi ${line.id} adalah transfer ${transfer}, yang sudah dicatat.`)
  const name = await nameLine(tx, line, note)
  const id = random.uuid()
  const payment = await insertBorrowerPayment(tx, {
    ...{ id, lineId: line.id, methodPayment, amount, name, at, note },
  })
  await move(tx, random, { ref: id, from: 'BANK_CLEARING', to: 'BORROWER_SUSPENSE', methodPayment, amount })
  return payment
}

export async function release(
  tx: Transaction,
  { random }: Context,
  { methodPayment, amount }: BorrowerPayment,
  endId: string,
): Promise<void> {
  await move(tx, random, {
    ref: endId,
    from: 'BORROWER_SUSPENSE',
    to: 'BANK_CLEARING',
    methodPayment,
    amount,
  })
}

type Side = 'BANK_CLEARING' | 'BORROWER_SUSPENSE'
type Moved = Pick<BorrowerPayment, 'methodPayment' | 'amount'> & { ref: string; from: Side; to: Side }

async function move(tx: Transaction, random: Context['random'], moved: Moved): Promise<void> {
  const { ref, from, to, methodPayment, amount } = moved
  const debit = await openAccount(tx, random.id(), from, methodPayment)
  const credit = await openAccount(tx, random.id(), to, methodPayment)
  const movements = [{ debit, credit, amount }]
  await post(tx, { id: random.uuid(), kind: 'SUSPENSE', ref, movements, newId: random.uuid })
}
