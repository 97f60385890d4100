import type { Context } from '../../context.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { isIntended } from './credit-confirmed.ts'
import { replacementOf, reversedOf } from './decide-payments.ts'
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
import { doubtOf } from './plausible.ts'
import { refuseClosed } from './refuse-closed.ts'

/**
 * A record of incoming money by an operator or a statement. It contains the bank's identifiers of the payment: its
 * paymentRequestId, the reference number of a slip or a statement, or both.
 */
export type TopUp = PaymentKey & {
  lenderId: number
  amount: number
  /** Whether the operator has confirmed an amount above the plausible maximum of the bank. */
  aboveCeiling?: boolean
}

/** What is known of a payment that is reported: nothing, or the payment itself. */
export type Reported = {
  known: KnownPayment | null
  /** Under which id a new one is recorded, and which reversed one it replaces. */
  paymentRequestId: string
  replaces: string | undefined
  insertOwnNames: (paymentId: string) => Promise<void>
}

/**
 * Locks the names of a payment that an operator or a statement reports, and finds it.
 * @throws Error when it was reported before with other content or is in suspense as somebody's else, or, if it is new,
 *   is above the plausible maximum of the bank and was not confirmed, or an operator records it for a closed account
 */
export async function reportTopUp(
  tx: Transaction,
  context: Context,
  topUp: TopUp,
  reportedBy: 'OPERATOR' | 'STATEMENT',
): Promise<Reported> {
  const names = namesOf(topUp)
  await lockNames(tx, names)
  const byId = await findPayments(tx, [topUp])
  const byName = await findNamed(tx, names)
  const reported = distinct([...byId.values(), ...byName.values()])
  const reversed = reversedOf(reported)
  const free = names.filter((name) => !byName.has(nameKey(name)))
  if (reported.length > reversed.length || reversed.length > 1) {
    const known = sameOf(reported, topUp)
    if (isIntended(known)) {
      if (reportedBy === 'OPERATOR') await refuseClosed(tx, topUp.lenderId)
      await insertNames(
        tx,
        free.map((name) => ({ ...name, paymentId: known.id })),
      )
    }
    return { known, paymentRequestId: known.paymentRequestId, replaces: undefined, insertOwnNames: nothing }
  }
  if (reportedBy === 'OPERATOR') await refuseClosed(tx, topUp.lenderId)
  const doubt = topUp.aboveCeiling ? null : doubtOf(context, topUp)
  if (doubt) throw new Error(doubt)
  const { names: own, ...replacement } = replacementOf(reversed[0], byId.get(paymentKey(topUp)), topUp, free)
  const insertOwnNames = (paymentId: string) =>
    insertNames(
      tx,
      own.map((name) => ({ ...name, paymentId })),
    )
  return { known: null, ...replacement, insertOwnNames }
}

const nothing = () => Promise.resolve()

const distinct = (payments: readonly KnownPayment[]): KnownPayment[] => [
  ...new Map(payments.map((payment) => [payment.id, payment])).values(),
]

function sameOf(
  reported: readonly KnownPayment[],
  { paymentRequestId, lenderId, amount }: TopUp,
): KnownPayment {
  const [payment, ...others] = reported
  if (!payment || others.length > 0) {
    throw new Error(
      `pembayaran ${paymentRequestId}: namanya milik beberapa pembayaran, ` +
        reported.map((one) => one.paymentRequestId).join(' and '),
    )
  }
  if (payment.returnReference !== null) {
    throw new Error(`pembayaran ${paymentRequestId} sudah dikirim kembali sebagai ${payment.returnReference}`)
  }
  const owner = payment.creditedTo ?? payment.intendedFor
  if (owner === null) {
    throw new Error(
      `pembayaran ${paymentRequestId} belum teridentifikasi: berikan kepada Pemberi Dananya dengan ` +
        `"deposits assign ${payment.id}", atau lihat "deposits suspense"`,
    )
  }
  if (owner !== lenderId || payment.amount !== amount) {
    throw new Error(
      `pembayaran ${paymentRequestId} sudah dilaporkan dengan isi lain: ${payment.amount} rupiah, ` +
        (payment.creditedTo === null
          ? `dicatat bagi Pemberi Dana ${owner}`
          : `dikreditkan kepada Pemberi Dana ${owner}`),
    )
  }
  return payment
}
