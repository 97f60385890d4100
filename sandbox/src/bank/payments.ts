import { randomBytes } from 'node:crypto'
import { Refusal } from '../platform/refusal.ts'
import type { Store } from './store.ts'
import type { Caller, CallEnd } from './caller.ts'
import type { Method, SandboxBank } from './keys.ts'
import type { Payment } from './model.ts'
import { jakarta, writeAmount } from './snap/fields.ts'
import type { NoticeFault } from './faults.ts'

/** Dependencies of the payments of customers. */
export type PaymentContext = {
  banks: readonly { bank: SandboxBank; caller: Caller }[]
  store: Store
  now: () => Date
  /** Delay of a slow notice, milliseconds. */
  slowMs: number
  /**
   * For the fault of notices out of order: the longest wait for another payment's notice to be sent first,
   * milliseconds.
   */
  lateMs: number
  /** Initial delay before a notice without an answer is sent again, milliseconds; it doubles up to a minute. */
  retryMs: number
  /** Waits; ends early when the process stops. */
  sleep: (milliseconds: number) => Promise<void>
  stopped: () => boolean
  /** Callbacks that release notices held back until another payment's notice has been sent. */
  overtaken: (() => void)[]
}

type Order = { number: string; amount: number; bank?: Method; fault?: NoticeFault | null }

const LONGEST_PAUSE_MS = 60_000
const OFFLINE_PAUSE_MS = 250

/** Asks the app for the holder of a virtual account (service 24), as a bank does before its customer pays. */
export function inquire(context: PaymentContext, number: string, bank?: Method): Promise<CallEnd> {
  const found = bankFor(context, number, bank)
  return found.caller.call('/v1.0/transfer-va/inquiry', {
    ...identityOf(found.bank, number),
    inquiryRequestId: randomBytes(12).toString('hex'),
    channelCode: '6010',
    trxDateInit: jakarta(context.now().getTime()),
  })
}

/**
 * Pays into a virtual account, at the given bank or else the one that owns the number. The app is notified until it
 * gives a final answer.
 * @returns the payment, and a promise that resolves after its last notice
 */
export async function pay(
  context: PaymentContext,
  { number, amount, bank, fault }: Order,
): Promise<{ payment: Payment; notified: Promise<void> }> {
  const { methodPayment } = bankFor(context, number, bank).bank
  const { notices } = context.store.switches(methodPayment)
  const payment: Payment = {
    id: `${methodPayment}${context.now().getTime()}${randomBytes(4).toString('hex')}`,
    bank: methodPayment,
    number,
    amount,
    fault: fault ?? (notices === 'offline' ? null : notices),
    paidAt: context.now().toISOString(),
    open: true,
    deliveries: [],
  }
  const waiting = context.overtaken.splice(0)
  await context.store.addPayment(payment)
  const notified = notify(context, payment)
  if (waiting.length > 0) void notified.finally(() => waiting.forEach((go) => go()))
  return { payment, notified }
}

/**
 * Notifies the app of a payment, applying its fault; also resumes payments that were pending when the process ended.
 */
export async function notify(context: PaymentContext, payment: Payment): Promise<void> {
  const { fault } = payment
  const isFirst = payment.deliveries.length === 0
  if (fault === 'unsent') return context.store.endNotification(payment.id)
  await waitUntilOnline(context, payment)
  if (isFirst && fault !== null) await injectFault(context, payment, fault)
  if (fault !== 'forged') await notifyUntilAnswered(context, payment)
  if (context.stopped()) return
  if (fault === 'changed')
    await deliver(context, payment, 'nominal diubah', { amount: payment.amount + 1_000 })
  await context.store.endNotification(payment.id)
}

/** Sends what a fault requires before the ordinary notice. */
async function injectFault(context: PaymentContext, payment: Payment, fault: NoticeFault): Promise<void> {
  if (fault === 'slow') await context.sleep(context.slowMs)
  if (fault === 'reordered') {
    const next = new Promise<void>((resolve) => context.overtaken.push(resolve))
    await Promise.race([next, context.sleep(context.lateMs)])
  }
  if (fault === 'forged') {
    await deliver(context, payment, 'tanda tangan palsu', { secret: randomBytes(32).toString('hex') })
  }
  if (fault === 'lost') await recordNoAnswer(context, payment, 'hilang di jalan')
  if (fault === 'unanswered') {
    await send(context, payment)
    await recordNoAnswer(context, payment, 'jawaban hilang')
  }
  if (fault === 'lost' || fault === 'unanswered') await context.sleep(context.retryMs)
  if (fault === 'doubled') {
    await Promise.all([deliver(context, payment, 'ganda'), deliver(context, payment, 'ganda')])
  }
}

async function waitUntilOnline(context: PaymentContext, { bank }: Payment): Promise<void> {
  while (context.store.switches(bank).notices === 'offline' && !context.stopped()) {
    await context.sleep(OFFLINE_PAUSE_MS)
  }
}

async function notifyUntilAnswered(context: PaymentContext, payment: Payment): Promise<void> {
  let pause = context.retryMs
  while (!context.stopped()) {
    if (isFinal(await deliver(context, payment))) return
    await context.sleep(pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

/** Success and a refusal of the payment are final; after anything else the notice is sent again. */
const isFinal = ({ code }: CallEnd): boolean => code !== null && /^(200|400|404)\d{4}$/.test(code)

type Change = { amount?: number; secret?: string }

/** Sends one notice and records its answer. */
async function deliver(
  context: PaymentContext,
  payment: Payment,
  note = '',
  change: Change = {},
): Promise<CallEnd> {
  const end = await send(context, payment, change)
  const { status, code, message } = end
  await context.store.addDelivery(payment.id, {
    at: context.now().toISOString(),
    note,
    status,
    code,
    message,
  })
  return end
}

const recordNoAnswer = ({ store, now }: PaymentContext, { id }: Payment, note: string): Promise<void> =>
  store.addDelivery(id, { at: now().toISOString(), note, status: null, code: null, message: '' })

/** Sends the payment notice (SNAP service 25) to the app. */
function send(context: PaymentContext, payment: Payment, change: Change = {}): Promise<CallEnd> {
  const { bank, caller } = bankFor(context, payment.number, payment.bank)
  const notice = {
    ...identityOf(bank, payment.number),
    paymentRequestId: payment.id,
    channelCode: '6010',
    paidAmount: writeAmount(change.amount ?? payment.amount),
    trxDateTime: jakarta(Date.parse(payment.paidAt)),
    referenceNo: payment.id.slice(1, 14),
    flagAdvise: payment.deliveries.length > 0 ? 'Y' : 'N',
  }
  return caller.call('/v1.0/transfer-va/payment', notice, change.secret)
}

function bankFor(
  { banks }: PaymentContext,
  number: string,
  method?: Method,
): PaymentContext['banks'][number] {
  const found =
    banks.find(({ bank }) => bank.methodPayment === method) ??
    banks.find(({ bank }) => method === undefined && number.startsWith(bank.serviceId))
  if (!found) throw new Refusal(422, 'BANK_UNKNOWN', 'No bank of the sandbox has such numbers')
  return found
}

/** The fields of a virtual account number in SNAP: the service id padded on the left to 8 characters, and the rest. */
function identityOf({ serviceId }: SandboxBank, number: string) {
  const own = number.slice(0, serviceId.length)
  const partnerServiceId = own.padStart(8, ' ')
  const customerNo = number.slice(own.length)
  return { partnerServiceId, customerNo, virtualAccountNo: partnerServiceId + customerNo }
}
