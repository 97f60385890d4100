import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { required } from '../../platform/refusal.ts'
import { TransferConflict } from '../withdrawal/index.ts'
import {
  findOrder,
  listedOf,
  type LockedOrder,
  lockOrder,
  lockOrderOf,
  type OrderState,
  setOrders,
} from './store.ts'

type State = { state: OrderState }

const subjectOf = ({ loanId }: Pick<LockedOrder, 'loanId'>) => `loan:${loanId}`

/**
 * Marks an order SENT before its transfer is ordered; a worker that finds it SENT only asks the bank for its status. One
 * that the bank has already (`wasOrdered`), because these books were restored to a moment before the order, is only asked
 * for too.
 * @returns `claimed`: whether the caller may order the transfer
 */
export const claimOrder = mutation<Context, { id: string; wasOrdered: boolean }, { claimed: boolean }>({
  operation: 'sendDisbursement',
  permit: ['system'],
  async run(tx, { id, wasOrdered }) {
    const order = required(await lockOrder(tx, id), 'NOT_FOUND')
    const subject = subjectOf(order)
    if (order.state !== 'ORDERED') return { answer: { claimed: false }, subject }
    await setOrders(tx, [id], { state: 'SENT' })
    return { answer: { claimed: !wasOrdered }, subject, detail: { orderId: id, amount: order.amount } }
  },
})

/** Sets an order back to ORDERED: the bank rejected it unprocessed, so it may be ordered again. */
export const resetOrder = mutation<Context, { id: string; code: string }, State>({
  operation: 'resetDisbursement',
  permit: ['system'],
  async run(tx, { id, code }) {
    const order = required(await lockOrder(tx, id), 'NOT_FOUND')
    if (order.state === 'SENT') await setOrders(tx, [id], { state: 'ORDERED' })
    const state = order.state === 'SENT' ? 'ORDERED' : order.state
    return { answer: { state }, subject: subjectOf(order), detail: { orderId: id, code } }
  },
})

/**
 * Records the bank's answer that it has paid an order. The loan is disbursed by the line of its statement.
 * @throws TransferConflict if the order ended as not paid before
 */
export const payOrder = mutation<Context, { id: string; bankReference: string | null }, State>({
  operation: 'payDisbursement',
  permit: ['system'],
  async run(tx, { id, bankReference }) {
    const order = required(await lockOrder(tx, id), 'NOT_FOUND')
    const subject = subjectOf(order)
    if (order.state === 'PAID' || order.state === 'COMPLETED')
      return { answer: { state: order.state }, subject }
    if (order.state !== 'SENT')
      throw new TransferConflict(`bank sudah membayar pencairan ${id}, yang berstatus ${order.state}`)
    await setOrders(tx, [id], { state: 'PAID', bankReference })
    return {
      answer: { state: 'PAID' },
      subject,
      detail: { orderId: id, amount: order.amount, bankReference },
    }
  },
})

/**
 * Ends an order that the bank will never pay: its loan waits to be paid out again. A finding from before the order
 * (`from` HELD) says nothing about a transfer ordered meanwhile.
 * @returns the state afterwards
 * @throws TransferConflict when it was paid before, or the bank's statement lists it as sent
 */
export const returnOrder = mutation<Context, { id: string; reason: string; from?: 'HELD' }, State>({
  operation: 'returnDisbursement',
  permit: ['system'],
  async run(tx, { id, reason, from }) {
    const order = required(await lockOrder(tx, id), 'NOT_FOUND')
    const subject = subjectOf(order)
    const { state } = order
    if (state === 'RETURNED' || (from && state !== 'ORDERED')) return { answer: { state }, subject }
    if (state === 'PAID' || state === 'COMPLETED')
      throw new TransferConflict(`pencairan ${id} berstatus ${state} dan tidak dapat dikembalikan`)
    const { loanNumber } = required(await findOrder(tx, id), 'INTERNAL')
    await expectUnlisted(tx, { ...order, loanNumber })
    await setOrders(tx, [id], { state: 'RETURNED', reason })
    return {
      answer: { state: 'RETURNED' },
      subject,
      detail: { orderId: id, amount: order.amount, reason },
    }
  },
})

/**
 * Records an operator's word that the bank does not pay an order and will not: stopped before it was sent, struck from the
 * file, refused in a letter. Its loan waits to be paid out again. Idempotent.
 * @throws Error when there is none, it is complete, so new that the bank may still take it, or so that its statement may
 *   still list what the bank says it has paid
 * @throws TransferConflict when the bank's statement lists it as sent
 */
export const stopOrder = mutation<
  Context,
  { loanNumber: string; note: string },
  { stopped: boolean; amount: number; state: OrderState }
>({
  operation: 'stopDisbursement',
  permit: ['operator'],
  withoutSecondPair: 'it keeps money back',
  async run(tx, { loanNumber, note }, { context }) {
    const order = await lockOrderOf(tx, loanNumber)
    if (!order) throw new Error(`Tidak ada bank yang diperintahkan mencairkan ${loanNumber}.`)
    const { id, state, amount, fileId } = order
    const subject = subjectOf(order)
    if (state === 'RETURNED') return { answer: { stopped: false, amount, state }, subject }
    if (state === 'COMPLETED')
      throw new Error(`${loanNumber} dicairkan oleh mutasi bank: "disbursements reverse" membatalkannya.`)
    if (fileId === null) expectOverdue(order, context.config)
    await expectUnlisted(tx, order)
    const reason = state === 'ORDERED' ? 'STOPPED' : 'NOT_PAID'
    await setOrders(tx, [id], { state: 'RETURNED', reason })
    return {
      answer: { stopped: true, amount, state: 'RETURNED' },
      subject,
      detail: { orderId: id, amount, reason, note },
    }
  },
})

/** Expects of a transfer that the bank had its time: to take it, or to list it in its statement where it says that it paid. */
function expectOverdue(
  { state, loanNumber, sentAge }: LockedOrder,
  { WITHDRAWAL_LOST_SECONDS: wait, BANK_LINE_DAYS: days }: Context['config'],
): void {
  if (state === 'SENT' && (sentAge ?? 0) <= wait)
    throw new Error(
      `${loanNumber} diperintahkan kurang dari ${wait} detik yang lalu: bank mungkin masih menerimanya.`,
    )
  if (state === 'PAID' && (sentAge ?? 0) <= days * 86_400)
    throw new Error(`Bank menyatakan sudah mencairkan ${loanNumber}: tunggu mutasinya ${days} hari.`)
}

async function expectUnlisted(tx: Transaction, order: LockedOrder): Promise<void> {
  const listed = await listedOf(tx, order)
  if (listed > 0)
    throw new TransferConflict(`mutasi bank memuat ${listed} dari pencairan ${order.id} sebagai terkirim`)
}
