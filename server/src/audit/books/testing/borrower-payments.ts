import type { Context } from '../../../context.ts'
import { assignLine, listed, sendLineBack, suspendLine, takeLineBack } from '../../../cash/testing.ts'
import { perform } from '../../../platform/commands/perform.ts'

/**
 * Payments of borrowers: one that waits, one that was sent back, one that was taken out of suspense again, and one that
 * became a repayment of this loan after a first assignment was taken back.
 */
export async function borrowerPayments(context: Context, loanNumber: string): Promise<void> {
  const actor = { kind: 'operator', name: 'test' } as const
  const aLine = (amount: number) => listed(context, { type: 'CREDIT', amount })
  const suspend = (lineId: string) => perform(context, suspendLine, { actor, input: { lineId, note: 'x' } })
  const takeBack = (lineId: string) =>
    perform(context, takeLineBack, { actor, input: { lineId, reason: 'another was meant' } })
  await suspend(await aLine(7_001))
  const gone = await aLine(7_002)
  await perform(context, sendLineBack, { actor, input: { lineId: gone, reference: 'BACK-2', note: 'x' } })
  const wrong = await aLine(7_003)
  await suspend(wrong)
  await takeBack(wrong)
  const lineId = await aLine(7_004)
  for (const again of [true, false]) {
    await perform(context, assignLine, { actor, input: { lineId, loans: [{ loanNumber }], note: 'x' } })
    if (again) await takeBack(lineId)
  }
}
