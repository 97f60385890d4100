import type { Context } from '../../context.ts'
import { openAccount, cashAccountOf, post } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { one, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { banks } from './banks.ts'
import { creditConfirmed, isIntended } from './credit-confirmed.ts'
import { insertPayments, insertTopUps } from './payment-store.ts'
import { largestBalance } from './plausible.ts'
import { type Reported, reportTopUp, type TopUp } from './report-top-up.ts'

/**
 * Credits a payment at an operator's word, before the bank has confirmed it, once however often it is reported.
 * @throws AccountFull
 * @throws Error as `creditOnce` does, or if the day's limit of such credits at the bank is used up
 */
export const creditTopUp = mutation<
  Context,
  /** `reason`: why it is credited without the bank's word. */
  TopUp & { reason: string },
  { credited: boolean }
>({
  operation: 'creditTopUp',
  permit: ['operator'],
  secondPair: { amount: ({ amount }) => amount },
  async run(tx, { reason, ...topUp }, { context }) {
    const { bank, paymentRequestId, amount } = topUp
    const subject = `lender:${topUp.lenderId}`
    const paymentId = await credit(tx, context, topUp, 'OPERATOR')
    if (paymentId === null) return { answer: { credited: false }, subject }
    await countWithoutLine(tx, context, topUp)
    await run(
      tx,
      'cash.deposit.insert_without_line',
      'insert into top_up_without_line (payment_id, reason) values ($1, $2)',
      [paymentId, reason],
    )
    return { answer: { credited: true }, subject, detail: { bank, paymentRequestId, amount, reason } }
  },
})

/**
 * Credits a payment that the bank's statement lists. A later notice of the same payment credits nothing.
 * @returns false when it was credited before
 * @throws AccountFull
 * @throws Error when it was reported before with other content, is in suspense, or is above the plausible maximum of
 *   the bank and was not confirmed, or an operator records it for a closed account.
 */
export const creditOnce = async (
  tx: Transaction,
  context: Context,
  topUp: TopUp & { lineId: string },
): Promise<boolean> => (await credit(tx, context, topUp, 'STATEMENT')) !== null

/**
 * Credits a payment that is new, or that an operator recorded before.
 * @returns its id, or null when it was credited before
 */
async function credit(
  tx: Transaction,
  context: Context,
  topUp: TopUp & { lineId?: string },
  reportedBy: 'OPERATOR' | 'STATEMENT',
): Promise<string | null> {
  const reported = await reportTopUp(tx, context, topUp, reportedBy)
  const { known } = reported
  if (known === null) return creditNew(tx, context, topUp, reportedBy, reported)
  if (!isIntended(known)) return null
  await creditConfirmed(tx, context, [{ ...known, lineId: topUp.lineId }])
  return known.id
}

async function creditNew(
  tx: Transaction,
  { random }: Context,
  { bank, referenceNo, lenderId, amount }: TopUp,
  reportedBy: 'OPERATOR' | 'STATEMENT',
  { paymentRequestId, replaces, insertOwnNames }: Reported,
): Promise<string> {
  const id = random.uuid()
  const payment = { id, bank, paymentRequestId, replaces, referenceNo, lenderId, amount, reportedBy }
  await insertPayments(tx, [{ ...payment, number: null, transactedAt: undefined }])
  await insertOwnNames(id)
  await insertTopUps(tx, [{ bank, paymentRequestId, lenderId, id, amount }])
  const clearing = await openAccount(tx, random.id(), 'BANK_CLEARING', banks[bank])
  const cash = await cashAccountOf(tx, lenderId, banks[bank])
  await post(tx, {
    id: random.uuid(),
    kind: 'TOP_UP',
    ref: id,
    movements: [{ debit: clearing, credit: cash, amount }],
    newId: () => random.uuid(),
    maxBalance: largestBalance,
  })
  return id
}

/**
 * Counts a credit against the limit of its day and bank.
 * @throws Error when it is used up
 */
async function countWithoutLine(
  tx: Transaction,
  { config: { TOP_UP_WITHOUT_LINE_LIMIT: limit } }: Context,
  { bank, amount }: TopUp,
): Promise<void> {
  const { used } = await one<{ used: number }>(
    tx,
    'cash.deposit.count_without_line',
    `insert into top_up_without_line_day as counted (bank, day, amount) values ($1, business_day(app_now()), $2)
     on conflict (bank, day) do update set amount = counted.amount + excluded.amount
     returning amount as used`,
    [bank, amount],
  )
  if (used > limit)
    throw new Error(
      `Dari yang belum dinyatakan ${bank}, ${limit} rupiah boleh dikreditkan sehari (TOP_UP_WITHOUT_LINE_LIMIT), dan ` +
        `${used - amount} sudah dipakai: catat tanpa --without-line, lalu notifikasi atau mutasi bank mengkreditkannya.`,
    )
}
