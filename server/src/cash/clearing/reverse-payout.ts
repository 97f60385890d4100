import type { Context } from '../../context.ts'
import { isClaimable, reverseJournal, setOff, withdrawableBalance } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { type ClearingKind, findPayout, lockPayouts } from './store.ts'

/**
 * Reverses a payout that was recorded wrongly or returned by the bank: the money returns to its clearing account.
 * @throws Refusal NOTHING_TO_REVERSE, REVERSED_BEFORE, INPUT_INVALID
 */
export const reversePayout = mutation<
  Context,
  { payoutId: string; reason: string },
  { kind: ClearingKind; ownerId: number; amount: number; left: number }
>({
  operation: 'reversePayout',
  permit: ['operator'],
  secondPair: { read: async (db, { payoutId }) => (await findPayout(db, payoutId))?.amount ?? null },
  async run(tx, { payoutId, reason }, { context: { random } }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    const { accountKind: kind, ownerId } = required(await findPayout(tx, payoutId), 'NOTHING_TO_REVERSE')
    await lockPayouts(tx, kind, ownerId)
    const payout = required(await findPayout(tx, payoutId), 'NOTHING_TO_REVERSE')
    if (payout.reversed) throw new Refusal('REVERSED_BEFORE')
    const id = random.uuid()
    await reverseJournal(tx, random, {
      kind: 'PAYOUT',
      ref: payoutId,
      reversal: { id, kind: 'PAYOUT', ofId: payoutId, reason },
    })
    if (isClaimable(kind)) await setOff(tx, random, { kind, ownerId })
    const { amount } = payout
    const left = await withdrawableBalance(tx, kind, ownerId)
    return {
      answer: { kind, ownerId, amount, left },
      subject: `${kind}:${ownerId}`,
      detail: { reversalId: id, payoutId, amount },
    }
  },
})
