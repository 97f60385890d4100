import { randomBytes } from 'node:crypto'
import { Refusal } from '../platform/refusal.ts'
import type { Book } from './book.ts'
import type { Caller, CallEnd } from './caller.ts'
import type { Method, SandboxBank } from './keys.ts'
import type { Payment } from './model.ts'
import { jakarta, writeAmount } from './snap/fields.ts'
import type { NoticeTrouble } from './troubles.ts'

/** Everything that the counter of a bank works with, where its customers pay. */
export type Teller = {
  banks: readonly { bank: SandboxBank; caller: Caller }[]
  book: Book
  now: () => Date
  /** How long the slow notice waits, milliseconds. */
  slowMs: number
  /** How long a notice that is to be overtaken waits for the next payment at most, milliseconds. */
  lateMs: number
  /** First pause before a notice without an answer goes out again, milliseconds; it doubles up to a minute. */
  retryMs: number
  /** Waits; cut short when the process stops. */
  sleep: (milliseconds: number) => Promise<void>
  stopped: () => boolean
  /** Notices that wait to be overtaken. */
  overtaken: (() => void)[]
}

type Order = { number: string; amount: number; bank?: Method; trouble?: NoticeTrouble | null }

const LONGEST_PAUSE_MS = 60_000
const OFFLINE_PAUSE_MS = 250

/** Asks the app whose a virtual account is (service 24), as a bank does before its customer pays. */
export function inquire(teller: Teller, number: string, bank?: Method): Promise<CallEnd> {
  const found = bankFor(teller, number, bank)
  return found.caller.call('/v1.0/transfer-va/inquiry', {
    ...identityOf(found.bank, number),
    inquiryRequestId: randomBytes(12).toString('hex'),
    channelCode: '6010',
    trxDateInit: jakarta(teller.now().getTime()),
  })
}

/**
 * A customer pays in to a virtual account, at the bank whose number it is unless told: the money is the bank's word
 * from now on, and the app is told of it until it answers for good.
 * @returns the payment, and when its notices are done.
 */
export async function pay(
  teller: Teller,
  { number, amount, bank, trouble }: Order,
): Promise<{ payment: Payment; told: Promise<void> }> {
  const { methodPayment } = bankFor(teller, number, bank).bank
  const { notices } = teller.book.switches(methodPayment)
  const payment: Payment = {
    id: `${methodPayment}${teller.now().getTime()}${randomBytes(4).toString('hex')}`,
    bank: methodPayment,
    number,
    amount,
    trouble: trouble ?? (notices === 'offline' ? null : notices),
    paidAt: teller.now().toISOString(),
    open: true,
    deliveries: [],
  }
  const waiting = teller.overtaken.splice(0)
  await teller.book.addPayment(payment)
  const told = tell(teller, payment)
  if (waiting.length > 0) void told.finally(() => waiting.forEach((go) => go()))
  return { payment, told }
}

/** Tells the app of a payment, with its trouble; also of one that was open when the process ended. */
export async function tell(teller: Teller, payment: Payment): Promise<void> {
  const { trouble } = payment
  const isFirst = payment.deliveries.length === 0
  await online(teller, payment)
  if (isFirst && trouble !== null) await beginBadly(teller, payment, trouble)
  if (trouble !== 'forged') await untilAnswered(teller, payment)
  if (teller.stopped()) return
  if (trouble === 'changed')
    await deliver(teller, payment, 'nominal diubah', { amount: payment.amount + 1_000 })
  await teller.book.endTelling(payment.id)
}

/** What happens before the ordinary notice. */
async function beginBadly(teller: Teller, payment: Payment, trouble: NoticeTrouble): Promise<void> {
  if (trouble === 'slow') await teller.sleep(teller.slowMs)
  if (trouble === 'reordered') {
    const next = new Promise<void>((resolve) => teller.overtaken.push(resolve))
    await Promise.race([next, teller.sleep(teller.lateMs)])
  }
  if (trouble === 'forged') {
    await deliver(teller, payment, 'tanda tangan palsu', { secret: randomBytes(32).toString('hex') })
  }
  if (trouble === 'lost') await noteNothing(teller, payment, 'hilang di jalan')
  if (trouble === 'unanswered') {
    await send(teller, payment)
    await noteNothing(teller, payment, 'jawaban hilang')
  }
  if (trouble === 'lost' || trouble === 'unanswered') await teller.sleep(teller.retryMs)
  if (trouble === 'doubled') {
    await Promise.all([deliver(teller, payment, 'ganda'), deliver(teller, payment, 'ganda')])
  }
}

/** A bank that is away tells when it is back. */
async function online(teller: Teller, { bank }: Payment): Promise<void> {
  while (teller.book.switches(bank).notices === 'offline' && !teller.stopped()) {
    await teller.sleep(OFFLINE_PAUSE_MS)
  }
}

async function untilAnswered(teller: Teller, payment: Payment): Promise<void> {
  let pause = teller.retryMs
  while (!teller.stopped()) {
    if (isFinal(await deliver(teller, payment))) return
    await teller.sleep(pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

/** A bank takes success and 404xx18 for the end, and other words on the payment too; everything else is told again. */
const isFinal = ({ code }: CallEnd): boolean => code !== null && /^(200|400|404)\d{4}$/.test(code)

type Change = { amount?: number; secret?: string }

/** Sends one notice and notes what came back. */
async function deliver(teller: Teller, payment: Payment, note = '', change: Change = {}): Promise<CallEnd> {
  const end = await send(teller, payment, change)
  const { status, code, message } = end
  await teller.book.note(payment.id, { at: teller.now().toISOString(), note, status, code, message })
  return end
}

const noteNothing = ({ book, now }: Teller, { id }: Payment, note: string): Promise<void> =>
  book.note(id, { at: now().toISOString(), note, status: null, code: null, message: '' })

/** Service 25. */
function send(teller: Teller, payment: Payment, change: Change = {}): Promise<CallEnd> {
  const { bank, caller } = bankFor(teller, payment.number, payment.bank)
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

function bankFor({ banks }: Teller, number: string, method?: Method): Teller['banks'][number] {
  const found =
    banks.find(({ bank }) => bank.methodPayment === method) ??
    banks.find(({ bank }) => method === undefined && number.startsWith(bank.serviceId))
  if (!found) throw new Refusal(422, 'BANK_UNKNOWN', 'No bank of the sandbox has such numbers')
  return found
}

/** Names a number the way SNAP does: 8 characters of the service, filled up on the left, and what follows. */
function identityOf({ serviceId }: SandboxBank, number: string) {
  const own = number.slice(0, serviceId.length)
  const partnerServiceId = own.padStart(8, ' ')
  const customerNo = number.slice(own.length)
  return { partnerServiceId, customerNo, virtualAccountNo: partnerServiceId + customerNo }
}
