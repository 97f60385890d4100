import type { Context } from '../../context.ts'
import { claimShortfalls, collectReceivables, type Reversed } from '../../books/index.ts'
import { notifyLenders } from '../../lenders/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { netOfLenders } from './negate.ts'

/**
 * Ends a correction of payments of a loan: collects what lenders owe from their free cash, claims tax and fees that had
 * been paid out already, and notifies each lender of their net change, if there is one.
 * @param paymentIds all payments of the correction, with those that negate others
 * @param ref a reversal of the correction
 * @returns what the lenders owe and what the tax office and the platform owe, in whole rupiah
 */
export async function finishCorrection(
  tx: Transaction,
  { random }: Context,
  {
    loanNumber,
    ref,
    reversed,
    paymentIds,
  }: { loanNumber: string; ref: string; reversed: readonly Reversed[]; paymentIds: readonly string[] },
): Promise<{ owed: number; claimed: number }> {
  const claimed = await claimShortfalls(
    tx,
    random,
    [
      { kind: 'TAX_PAYABLE', ownerId: 0 },
      { kind: 'PLATFORM_FEE', ownerId: 0 },
    ],
    ref,
  )
  const owed = new Map<number, number>()
  for (const one of reversed) owed.set(one.lenderId, (owed.get(one.lenderId) ?? 0) + one.owed)
  await collectReceivables(tx, random, [...owed.keys()])
  const changes = (await netOfLenders(tx, paymentIds)).filter(({ net }) => net !== 0)
  await notifyLenders(
    tx,
    'REPAYMENT_CORRECTED',
    changes.map(({ lenderId, net }) => {
      const missing = Math.min(owed.get(lenderId) ?? 0, Math.max(0, -net))
      const amount = Math.max(0, -net) - missing
      return {
        lenderId,
        id: random.uuid(),
        data: { loanNumber, amount, owed: missing, gained: Math.max(0, net) },
      }
    }),
  )
  return { owed: [...owed.values()].reduce((sum, one) => sum + one, 0), claimed }
}
