import type { Context } from '../../context.ts'
import { openAccount, cashAccountOf, post } from '../../books/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { banks } from './banks.ts'
import { replacementOf, type Known, reversedOf } from './decide-payments.ts'
import {
  findNamed,
  findPayments,
  insertNames,
  type KnownPayment,
  lockNames,
  nameKey,
  namesOf,
  type PaymentKey,
  paymentKey,
} from './payment-names.ts'
import { insertPayments, insertTopUps } from './payment-store.ts'
import { doubtOf, largestBalance } from './plausible.ts'
import { refuseClosed } from './refuse-closed.ts'

/**
 * An operator's record of incoming money. It contains the bank's identifiers of the payment: its paymentRequestId, the
 * reference number of a slip or a statement, or both.
 */
export type TopUp = PaymentKey & {
  lenderId: number
  amount: number
  /** Whether the operator has confirmed an amount above the plausible maximum of the bank. */
  aboveCeiling?: boolean
}

/**
 * Credits a payment that came in through a bank once, however often it is reported.
 * @throws AccountFull
 * @throws Error as `creditOnce` does, and if the amount is implausible and was not confirmed
 */
export const creditTopUp = mutation<Context, TopUp, { credited: boolean }>({
  operation: 'creditTopUp',
  permit: ['operator', 'system'],
  async run(tx, input, { context }) {
    const { bank, paymentRequestId, amount } = input
    const credited = await creditOnce(tx, context, input, 'OPERATOR')
    const subject = `lender:${input.lenderId}`
    if (!credited) return { answer: { credited }, subject }
    return { answer: { credited }, subject, detail: { bank, paymentRequestId, amount } }
  },
})

/**
 * Credits a payment that an operator or the bank's statement reports. A later notice of the same payment credits
 * nothing.
 * @returns false when it was credited before
 * @throws AccountFull
 * @throws Error when it was reported before with other content, is in suspense, or is above the plausible maximum of
 *   the bank and was not confirmed, or an operator records it for a closed account.
 */
export async function creditOnce(
  tx: Transaction,
  context: Context,
  topUp: TopUp,
  reportedBy: 'OPERATOR' | 'STATEMENT',
): Promise<boolean> {
  const { random } = context
  const names = namesOf(topUp)
  await lockNames(tx, names)
  const { byId, byName } = await findReported(tx, topUp)
  const reported = distinct([...byId.values(), ...byName.values()])
  const reversed = reversedOf(reported)
  if (reported.length > reversed.length || reversed.length > 1) {
    assertSame(reported, topUp)
    return false
  }
  if (reportedBy === 'OPERATOR') await refuseClosed(tx, topUp.lenderId)
  const doubt = topUp.aboveCeiling ? null : doubtOf(context, topUp)
  if (doubt) throw new Error(doubt)
  const id = random.uuid()
  const { bank, referenceNo, lenderId, amount } = topUp
  const free = names.filter((name) => !byName.has(nameKey(name)))
  const replacement = replacementOf(reversed[0], byId.get(paymentKey(topUp)), topUp, free)
  const { paymentRequestId, replaces } = replacement
  const payment = { id, bank, paymentRequestId, replaces, referenceNo, lenderId, amount, reportedBy }
  await insertPayments(tx, [{ ...payment, number: null, transactedAt: undefined }])
  await insertNames(
    tx,
    replacement.names.map((name) => ({ ...name, paymentId: id })),
  )
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
  return true
}

/** The known payments that share an id or a name with this top-up. */
const findReported = async (tx: Transaction, input: TopUp): Promise<Known> => ({
  byId: await findPayments(tx, [input]),
  byName: await findNamed(tx, namesOf(input)),
})

const distinct = (payments: readonly KnownPayment[]): KnownPayment[] => [
  ...new Map(payments.map((payment) => [payment.id, payment])).values(),
]

function assertSame(reported: readonly KnownPayment[], { paymentRequestId, lenderId, amount }: TopUp): void {
  const [payment, ...others] = reported
  if (!payment) return
  if (others.length > 0) {
    throw new Error(
      `payment ${paymentRequestId}: its names are those of several payments, ` +
        reported.map((one) => one.paymentRequestId).join(' and '),
    )
  }
  if (payment.returnReference !== null) {
    throw new Error(`payment ${paymentRequestId} was sent back as ${payment.returnReference}`)
  }
  if (payment.creditedTo === null) {
    throw new Error(
      `payment ${paymentRequestId} waits in suspense: give it to its lender with ` +
        `"deposits assign ${payment.id}", or look at "deposits suspense"`,
    )
  }
  if (payment.creditedTo !== lenderId || payment.amount !== amount) {
    throw new Error(
      `payment ${paymentRequestId} was reported before with other content: ${payment.amount} rupiah, ` +
        `credited to lender ${payment.creditedTo}`,
    )
  }
}
