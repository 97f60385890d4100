import type { Context } from '../context.ts'
import { openAccount, release, settleParts } from '../ledger/index.ts'
import { tellLender } from '../notices/index.ts'
import { mutation } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import {
  endWithdrawal as keepEnd,
  lockWithdrawal,
  markSent as keepSent,
  type WithdrawalState,
} from './store.ts'

/** What the bank says goes against what was done already. Nothing is moved on it; an operator has to look. */
export class WithdrawalConflict extends Error {}

/**
 * Notes, before the order is given, that it is: whoever finds a withdrawal SENT only asks the bank for it.
 * @returns whether the caller is the one who may give the order now.
 */
export const takeToSend = mutation<Context, { id: string }, { mine: boolean }>({
  operation: 'sendWithdrawal',
  permit: ['system'],
  async run(tx, { id }) {
    const { state } = required(await lockWithdrawal(tx, id), 'NOT_FOUND')
    const mine = state === 'HELD'
    if (mine) await keepSent(tx, id, true)
    return { answer: { mine }, subject: `withdrawal:${id}` }
  },
})

/** The bank did not look at the order, so that it may be given again. */
export const putBack = mutation<Context, { id: string; code: string }, { state: WithdrawalState }>({
  operation: 'putBackWithdrawal',
  permit: ['system'],
  async run(tx, { id, code }) {
    const { state } = required(await lockWithdrawal(tx, id), 'NOT_FOUND')
    if (state === 'SENT') await keepSent(tx, id, false)
    return {
      answer: { state: state === 'SENT' ? 'HELD' : state },
      subject: `withdrawal:${id}`,
      detail: { code },
    }
  },
})

/**
 * The bank has paid: what was held leaves the books, the amount through the bank and the fee with it.
 * @throws WithdrawalConflict where the money was returned before.
 */
export const settleWithdrawal = mutation<
  Context,
  { id: string; bankReference: string | null },
  { state: WithdrawalState }
>({
  operation: 'settleWithdrawal',
  permit: ['system'],
  async run(tx, { id, bankReference }, { world }) {
    const { random } = world
    const withdrawal = required(await lockWithdrawal(tx, id), 'NOT_FOUND')
    const subject = `withdrawal:${id}`
    const { state, methodPayment, amount, fee } = withdrawal
    if (state === 'PAID') return { answer: { state }, subject }
    if (state !== 'SENT')
      throw new WithdrawalConflict(`the bank has paid withdrawal ${id}, which is ${state}`)
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
    await keepEnd(tx, id, { state: 'PAID', bankReference })
    return { answer: { state: 'PAID' }, subject, detail: { amount, fee, bankReference } }
  },
})

/**
 * The bank will never pay: all that was held, the fee too, is the lender's again, and he is told. What was found out
 * before the order (`from` HELD) says nothing of one that somebody else has given meanwhile: that one stays as it is.
 * @returns how it stands now
 * @throws WithdrawalConflict where it was paid before.
 */
export const returnWithdrawal = mutation<
  Context,
  { id: string; reason: string; from?: 'HELD' },
  { state: WithdrawalState }
>({
  operation: 'returnWithdrawal',
  permit: ['system'],
  async run(tx, { id, reason, from }, { world }) {
    const { state, lenderId, amount, fee } = required(await lockWithdrawal(tx, id), 'NOT_FOUND')
    const subject = `withdrawal:${id}`
    if (state === 'RETURNED' || (from && state !== from)) return { answer: { state }, subject }
    if (state === 'PAID') throw new WithdrawalConflict(`withdrawal ${id} is paid and cannot be returned`)
    await release(tx, id)
    await keepEnd(tx, id, { state: 'RETURNED', reason })
    await tellLender(tx, { lenderId, id: world.random.uuid() }, 'WITHDRAWAL_RETURNED', {
      amount: amount + fee,
    })
    return { answer: { state: 'RETURNED' }, subject, detail: { amount, fee, reason } }
  },
})
