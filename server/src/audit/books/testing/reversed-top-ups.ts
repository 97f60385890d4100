import type { Context } from '../../../context.ts'
import { creditTopUp } from '../../../cash/index.ts'
import {
  listSuspense,
  recordTopUp,
  returnSuspense,
  reverseTopUp,
  takeBackBank,
  takeBackCash,
  takeOverBank,
  takeOverCash,
} from '../../../cash/testing.ts'
import { perform } from '../../../platform/commands/perform.ts'

/**
 * A record of an operator that waits for the bank, one that was taken back, and reversals of a payment that the bank had reported, of an assignment, of an operator's record, which is recorded
 * again, and of a return to the payer.
 */
export async function reversedTopUps(context: Context, lenderId: number, assigned: string): Promise<void> {
  const actor = { kind: 'operator', name: 'test' } as const
  const record = {
    bank: 'BNI' as const,
    paymentRequestId: 'OPERATOR-1',
    lenderId,
    amount: 5_000,
    reason: 'test',
  }
  for (const paymentRequestId of ['WAITS-1', 'FORGED-1'])
    await perform(context, recordTopUp, {
      actor,
      input: { bank: 'BNI', paymentRequestId, lenderId, amount: 70_000 },
    })
  await perform(context, reverseTopUp, { actor, input: { payment: 'FORGED-1', reason: 'forged slip' } })
  await perform(context, creditTopUp, { actor, input: record })
  for (const payment of [assigned, 'B-0', 'OPERATOR-1'])
    await perform(context, reverseTopUp, { actor, input: { payment, reason: 'misread' } })
  await perform(context, creditTopUp, { actor, input: { ...record, amount: 6_000 } })
  const waiting = (await listSuspense(context.db)).find(({ reason }) => reason !== 'UNCONFIRMED')
  const paymentId = waiting?.paymentId ?? ''
  await perform(context, returnSuspense, { actor, input: { paymentId, reference: 'BACK-1', note: 'x' } })
  await perform(context, reverseTopUp, {
    actor,
    input: { payment: paymentId, reason: 'another one was meant' },
  })
}

/** Cash that was taken over, taken back and entered again; so is what its bank had beyond it. */
export async function takenOverCash(context: Context, lenderId: number): Promise<void> {
  const actor = { kind: 'operator', name: 'test' } as const
  const takeOver = (amount: number) =>
    perform(context, takeOverCash, { actor, input: { lenderId, bank: 'BNI', amount, asOf: '2026-01-31' } })
  await takeOver(300_000)
  await perform(context, takeBackCash, { actor, input: { lenderId, bank: 'BNI', reason: 'misread' } })
  await takeOver(310_000)
  const takeOverBankWith = (balance: number) =>
    perform(context, takeOverBank, { actor, input: { bank: 'BNI', balance, asOf: '2026-01-31' } })
  await takeOverBankWith(1_310_000)
  await perform(context, takeBackBank, { actor, input: { bank: 'BNI', reason: 'misread' } })
  await takeOverBankWith(1_320_000)
}
