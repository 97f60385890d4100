import type { Context } from '../../context.ts'
import { openAccount, release, settleParts } from '../../books/index.ts'
import { notifyLender } from '../../lenders/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { required } from '../../platform/refusal.ts'
import { TransferConflict } from './follow-transfer.ts'
import {
  isOfSuspended,
  listedNet,
  type LockedWithdrawal,
  lockWithdrawal,
  markSent,
  recordEnd,
  type WithdrawalState,
} from './store.ts'

/**
 * Marks a withdrawal SENT before the transfer is ordered; a worker that finds it SENT only asks the bank for its
 * status. One that the bank has already (`wasOrdered`, or by its list), because these books were restored to a moment
 * before the order, is only asked for too. Nothing is ordered for a suspended lender.
 * @returns `claimed`: whether the caller may order the transfer
 */
export const claimTransfer = mutation<Context, { id: string; wasOrdered?: boolean }, { claimed: boolean }>({
  operation: 'sendWithdrawal',
  permit: ['system'],
  async run(tx, { id, wasOrdered = false }) {
    const withdrawal = required(await lockWithdrawal(tx, id), 'NOT_FOUND')
    const subject = `withdrawal:${id}`
    if (withdrawal.state !== 'HELD') return { answer: { claimed: false }, subject }
    const isKnown = wasOrdered || (await listedNet(tx, withdrawal)) > 0
    if (!isKnown && (await isOfSuspended(tx, withdrawal))) return { answer: { claimed: false }, subject }
    await markSent(tx, id, true)
    return { answer: { claimed: !isKnown }, subject }
  },
})

/** Sets a withdrawal back to HELD: the bank rejected the order unprocessed, so it may be ordered again. */
export const resetToHeld = mutation<Context, { id: string; code: string }, { state: WithdrawalState }>({
  operation: 'resetWithdrawal',
  permit: ['system'],
  async run(tx, { id, code }) {
    const { state } = required(await lockWithdrawal(tx, id), 'NOT_FOUND')
    if (state === 'SENT') await markSent(tx, id, false)
    return {
      answer: { state: state === 'SENT' ? 'HELD' : state },
      subject: `withdrawal:${id}`,
      detail: { code },
    }
  },
})

/**
 * Settles a withdrawal that the bank has paid: the amount goes through the bank's clearing account and the fee to the
 * bank.
 * @throws TransferConflict if the money was returned before
 */
export const settleWithdrawal = mutation<
  Context,
  { id: string; bankReference: string | null },
  { state: WithdrawalState }
>({
  operation: 'settleWithdrawal',
  permit: ['system'],
  async run(tx, { id, bankReference }, { context }) {
    const withdrawal = required(await lockWithdrawal(tx, id), 'NOT_FOUND')
    const subject = `withdrawal:${id}`
    const { state, amount, fee } = withdrawal
    if (state === 'PAID') return { answer: { state }, subject }
    if (state !== 'SENT')
      throw new TransferConflict(`bank sudah membayar penarikan dana ${id}, yang berstatus ${state}`)
    await settleOrdered(tx, context, withdrawal, bankReference)
    return { answer: { state: 'PAID' }, subject, detail: { amount, fee, bankReference } }
  },
})

/** Settles a withdrawal whose transfer was ordered. The caller has locked it. */
export async function settleOrdered(
  tx: Transaction,
  { random }: Context,
  { id, lenderId, methodPayment, amount, fee }: LockedWithdrawal,
  bankReference: string | null,
): Promise<void> {
  const clearing = await openAccount(tx, random.id(), 'BANK_CLEARING', methodPayment)
  const fees = await openAccount(tx, random.id(), 'TRANSFER_FEE', methodPayment)
  await settleParts(tx, id, {
    kind: 'WITHDRAWAL',
    newId: random.uuid,
    parts: [
      { credit: clearing, amount },
      { credit: fees, amount: fee },
    ],
  })
  await recordEnd(tx, id, { state: 'PAID', bankReference })
  await notifyLender(tx, { lenderId, id: random.uuid() }, 'WITHDRAWAL_PAID', { amount })
}

/**
 * Returns a withdrawal that the bank will never pay: the hold of amount and fee is released, and the lender is
 * notified. A finding from before the order (`from` HELD) says nothing about a transfer ordered meanwhile, so such a
 * withdrawal stays unchanged.
 * @returns the state afterwards
 * @throws TransferConflict when it was paid before, or the bank's statement lists it as sent
 */
export const returnWithdrawal = mutation<
  Context,
  { id: string; reason: string; from?: 'HELD' },
  { state: WithdrawalState }
>({
  operation: 'returnWithdrawal',
  permit: ['system'],
  async run(tx, { id, reason, from }, { context }) {
    const withdrawal = required(await lockWithdrawal(tx, id), 'NOT_FOUND')
    const { state, amount, fee } = withdrawal
    const subject = `withdrawal:${id}`
    if (state === 'RETURNED' || (from && state !== from)) return { answer: { state }, subject }
    if (state === 'PAID')
      throw new TransferConflict(`penarikan dana ${id} sudah dibayar dan tidak dapat dikembalikan`)
    await releaseAndNotify(tx, context, withdrawal, reason)
    return { answer: { state: 'RETURNED' }, subject, detail: { amount, fee, reason } }
  },
})

/**
 * Records an operator's word that the bank has not paid an ordered withdrawal and will not, for a bank whose status
 * says nothing usable. Idempotent.
 * @throws Error unless the order is so old that the bank would reject it
 * @throws TransferConflict when the bank's statement lists it as sent
 */
export const returnUnpaid = mutation<
  Context,
  { id: string; note: string },
  { returned: boolean; lenderId: number; amount: number; fee: number }
>({
  operation: 'returnWithdrawal',
  permit: ['operator'],
  secondPair: { read: heldFor },
  async run(tx, { id, note }, { context }) {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal) throw new Error(`Tidak ada penarikan dana ${id}.`)
    const { state, lenderId, amount, fee, sentAge } = withdrawal
    const subject = `withdrawal:${id}`
    if (state === 'RETURNED') return { answer: { returned: false, lenderId, amount, fee }, subject }
    if (state !== 'SENT')
      throw new Error(`Penarikan dana ${id} berstatus ${state}: hanya yang SENT dikembalikan begini.`)
    const { WITHDRAWAL_LOST_SECONDS: wait } = context.config
    if ((sentAge ?? 0) <= wait)
      throw new Error(
        `Penarikan dana ${id} diperintahkan kurang dari ${wait} detik yang lalu: bank mungkin masih menerimanya.`,
      )
    await releaseAndNotify(tx, context, withdrawal, 'NOT_PAID')
    const answer = { returned: true, lenderId, amount, fee }
    return { answer, subject, detail: { amount, fee, reason: 'NOT_PAID', note } }
  },
})

/**
 * Stops a withdrawal whose transfer was not ordered: its money is the lender's again, and they are notified. Idempotent.
 * @throws Error unless it is HELD
 * @throws TransferConflict when the bank's statement lists it as sent
 */
export const stopHeld = mutation<
  Context,
  { id: string; note: string },
  { stopped: boolean; lenderId: number; amount: number; fee: number }
>({
  operation: 'stopWithdrawal',
  permit: ['operator'],
  withoutSecondPair: 'it stops a payment, and the money stays the lender’s',
  async run(tx, { id, note }, { context }) {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!withdrawal) throw new Error(`Tidak ada penarikan dana ${id}.`)
    const { state, lenderId, amount, fee } = withdrawal
    const subject = `withdrawal:${id}`
    if (state === 'RETURNED') return { answer: { stopped: false, lenderId, amount, fee }, subject }
    if (state !== 'HELD')
      throw new Error(
        `Penarikan dana ${id} berstatus ${state}: hanya yang HELD, yang belum di bank mana pun, dapat dihentikan.`,
      )
    await releaseAndNotify(tx, context, withdrawal, 'STOPPED')
    const answer = { stopped: true, lenderId, amount, fee }
    return { answer, subject, detail: { amount, fee, reason: 'STOPPED', note } }
  },
})

/** What a withdrawal takes from its lender, with its fee, whole rupiah. */
async function heldFor(db: Queryable, { id }: { id: string }): Promise<number | null> {
  const withdrawal = await maybe<{ amount: number }>(
    db,
    'cash.withdrawal.held_for',
    'select amount + fee as amount from withdrawal where id = $1',
    [id],
  )
  return withdrawal?.amount ?? null
}

async function releaseAndNotify(
  tx: Transaction,
  { random }: Context,
  { id, lenderId, methodPayment, amount, fee }: LockedWithdrawal,
  reason: string,
): Promise<void> {
  const listed = await listedNet(tx, { id, methodPayment })
  if (listed > 0)
    throw new TransferConflict(`mutasi bank memuat ${listed} dari penarikan dana ${id} sebagai terkirim`)
  await release(tx, id)
  await recordEnd(tx, id, { state: 'RETURNED', reason })
  await notifyLender(tx, { lenderId, id: random.uuid() }, 'WITHDRAWAL_RETURNED', { amount: amount + fee })
}
