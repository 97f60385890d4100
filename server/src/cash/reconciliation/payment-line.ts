import { amountOfLine } from './line-amount.ts'
import type { Context } from '../../context.ts'
import { bankOf, creditOnce, findByReference, findOwners, isIntended } from '../deposit/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { creditListed } from './credit-listed.ts'
import { lockBankComparison } from './differences.ts'
import { differencesOf } from './history.ts'
import { findLine, type StoredLine, matchLine } from './lines.ts'
import { compareAgain } from './reconcile.ts'
import type { Found } from './subjects.ts'

type OfLine = {
  lineId: string
  /** The bank's id of the payment, if the line does not have it. */
  paymentRequestId?: string | undefined
  note: string
}

/**
 * Credits a payment that the bank lists but never notified, to the lender of its number or, without a number, to the
 * one that the operator names. A notice that comes later has the same unique identifiers and credits nothing.
 * Idempotent.
 * @throws Error when the line is not such a payment, it was reported with other content, an operator has recorded the
 *   same amount under the line's reference number, or it is above the plausible maximum of the bank and was not
 *   confirmed.
 */
export const creditFromStatement = mutation<
  Context,
  OfLine & { lenderId?: number | undefined; aboveCeiling?: boolean },
  { credited: boolean; lenderId: number; amount: number; paymentRequestId: string }
>({
  operation: 'creditFromStatement',
  permit: ['operator'],
  secondPair: { read: amountOfLine },
  async run(
    tx,
    { lineId, lenderId: named, paymentRequestId: said, note, aboveCeiling = false },
    { context },
  ) {
    const line = await lockLine(tx, lineId)
    const { methodPayment, amount } = line
    const paymentRequestId = await nameOf(tx, line, said, note)
    const lenderId = await lenderOf(tx, line, named)
    const bank = bankOf(methodPayment)
    const subject = `payment:${bank}:${paymentRequestId}`
    const difference = await differenceOf(tx, context, line, paymentRequestId)
    if (difference && (difference.kind !== 'NO_NOTICE' || difference.theirs !== amount)) {
      throw new Error(
        `Pembayaran ${paymentRequestId}: menurut pembukuan ${difference.ours ?? 'tidak ada'}, menurut bank ${difference.theirs ?? 'tidak ada'} ` +
          `(${difference.kind}). Mutasi ${lineId} sebesar ${amount} tidak menyelesaikannya.`,
      )
    }
    const referenceNo = await referenceNoOf(tx, line)
    const topUp = { bank, paymentRequestId, referenceNo, lenderId, amount, aboveCeiling }
    const credited = await creditOnce(tx, context, { ...topUp, lineId })
    await compareAgain(tx, context, {
      methodPayment,
      subjects: { payments: [paymentRequestId], lines: [lineId] },
    })
    const answer = { credited, lenderId, amount, paymentRequestId }
    return { answer, subject, detail: { lineId, lenderId, amount, credited, note } }
  },
})

/**
 * Matches a line without a payment id to a reported payment: what came in, or what was sent back of it. No money moves,
 * unless an operator had recorded the payment: it is credited now. Idempotent.
 * @throws Error if books and statement would still differ
 */
export const matchToPayment = mutation<Context, OfLine & { paymentRequestId: string }, { matched: boolean }>({
  operation: 'matchBankLine',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lineId, paymentRequestId, note }, { context }) {
    const line = await lockLine(tx, lineId, ['CREDIT', 'DEBIT'])
    const { methodPayment } = line
    const subject = `payment:${bankOf(methodPayment)}:${paymentRequestId}`
    if (line.paymentRequestId === paymentRequestId) return { answer: { matched: false }, subject }
    await nameOf(tx, line, paymentRequestId, note)
    await creditListed(tx, context, { methodPayment })
    const difference = await differenceOf(tx, context, line, paymentRequestId)
    if (difference) {
      throw new Error(
        `Pembayaran ${paymentRequestId} akan tetap berselisih: menurut pembukuan ${difference.ours ?? 'tidak ada'}, ` +
          `menurut bank ${difference.theirs ?? 'tidak ada'}.`,
      )
    }
    await compareAgain(tx, context, {
      methodPayment,
      subjects: { payments: [paymentRequestId], lines: [lineId] },
    })
    return { answer: { matched: true }, subject, detail: { lineId, amount: line.amount, note } }
  },
})

/**
 * Locks the bank's comparison and reads the line.
 * @throws Error unless it is of such a type, still listed, and nothing else of ours
 */
async function lockLine(
  tx: Transaction,
  lineId: string,
  types: readonly StoredLine['type'][] = ['CREDIT'],
): Promise<StoredLine> {
  const found = await findLine(tx, lineId)
  if (!found) throw new Error(`Tidak ada bank yang pernah memuat mutasi ${lineId}.`)
  await lockBankComparison(tx, found.methodPayment)
  const line = await findLine(tx, lineId)
  if (!line || line.isGone) throw new Error(`Bank tidak lagi memuat mutasi ${lineId}.`)
  if (line.withdrawalId !== null)
    throw new Error(`Mutasi ${lineId} milik penarikan dana ${line.withdrawalId}.`)
  if (line.transfer !== null)
    throw new Error(`Mutasi ${lineId} adalah transfer ${line.transfer}, yang sudah dicatat.`)
  if (!types.includes(line.type) || line.amount === 0) throw new Error(`Mutasi ${lineId} bukan uang masuk.`)
  return line
}

/** The bank's id of the payment: the line's own, or the one that the operator got from the bank. */
async function nameOf(
  tx: Transaction,
  line: StoredLine,
  said: string | undefined,
  note: string,
): Promise<string> {
  const own = line.paymentRequestId
  if (own !== null) {
    if (said !== undefined && said !== own) throw new Error(`Mutasi ${line.id} milik pembayaran ${own}.`)
    return own
  }
  if (said === undefined) {
    throw new Error(
      `Mutasi ${line.id} tidak menyebut pembayarannya: tanyakan paymentRequestId kepada bank, agar notifikasinya tidak mengkreditkannya lagi, dan sebutkan dengan --payment.`,
    )
  }
  await matchLine(tx, { lineId: line.id, paymentRequestId: said, note })
  return said
}

/**
 * The line's reference number, as a further name of its payment, so that a slip with this number credits nothing more.
 * Undefined if another payment has it, because banks use these numbers again.
 * @throws Error if an operator has recorded the same amount under it and no bank has confirmed that: it may be the same
 *   money
 */
async function referenceNoOf(
  tx: Transaction,
  { id, methodPayment, bankReference, amount }: StoredLine,
): Promise<string | undefined> {
  if (bankReference === null) return undefined
  const known = await findByReference(tx, { bank: bankOf(methodPayment), referenceNo: bankReference })
  if (!known || known.isReversed || (isIntended(known) && known.amount === amount)) return bankReference
  if (known.reportedBy === 'OPERATOR' && known.notice === null && known.amount === amount) {
    throw new Error(
      `Mutasi ${id} memuat nomor referensi ${bankReference}, yang sudah dicatat staf sebesar ${amount} rupiah sebagai ` +
        `pembayaran ${known.id}. Bila uangnya sama, tunggu notifikasinya, atau batalkan catatan itu dahulu: "deposits reverse ${known.id}".`,
    )
  }
  return undefined
}

/** The lender who owns the line's virtual account number at this bank, otherwise the one that the operator names. */
async function lenderOf(tx: Transaction, line: StoredLine, named: number | undefined): Promise<number> {
  const { number, methodPayment } = line
  const owner = number === null ? undefined : (await findOwners(tx, [number])).get(number)
  const lenderId = owner?.methodPayment === methodPayment ? owner.lenderId : undefined
  if (lenderId !== undefined && named !== undefined && named !== lenderId)
    throw new Error(`Nomor ${number} milik Pemberi Dana ${lenderId}.`)
  const whose = lenderId ?? named
  if (whose === undefined) {
    throw new Error(
      number === null
        ? `Mutasi ${line.id} tidak memuat nomor virtual account: sebutkan Pemberi Dana dengan --phone.`
        : `Nomor ${number} bukan milik siapa pun di bank ini: sebutkan Pemberi Dana dengan --phone.`,
    )
  }
  return whose
}

async function differenceOf(
  tx: Transaction,
  { config }: Context,
  { methodPayment }: StoredLine,
  paymentRequestId: string,
): Promise<Found | undefined> {
  const never = new Date(0)
  const dueBefore = { withdrawals: never, payments: never, transfers: never }
  const scope = { methodPayment, bank: bankOf(methodPayment), dueBefore, loansThrough: config.LOANS_THROUGH }
  const subjects = { withdrawals: [], payments: [paymentRequestId], transfers: [], lines: [] }
  const [found] = await differencesOf(tx, scope, subjects)
  return found
}
