import {
  aGivenBackLine,
  aPayingBank,
  aSentLine,
  chargeWithdrawal,
  claimTransfer,
  listed,
  returnWithdrawal,
  returnedByBank,
  settleByLine,
  settleWithdrawal,
  takeLineBack,
} from '../../../cash/testing.ts'
import { perform } from '../../../platform/commands/perform.ts'
import type { Fixture } from '../../../../testing/fixture.ts'
import { heldWithdrawals } from '../../../../testing/held-withdrawal.ts'

/**
 * Nine withdrawals: one paid, one returned, one paid and later returned by the bank, one charged because the bank paid
 * it after its return, one in progress, one settled by a line; and a settlement, a give-back and a charge that were taken
 * back.
 */
export async function withdrawalsOfEveryEnd(fixture: Fixture): Promise<void> {
  const context = { ...fixture.context, banks: [aPayingBank()] }
  const { held } = await heldWithdrawals(context, [
    ...[200_000, 300_000, 250_000, 220_000, 400_000],
    ...[210_000, 230_000, 240_000, 260_000],
  ])
  const actor = { kind: 'system' } as const
  const [id = '', returned = '', givenBack = '', late = ''] = held.map((one) => one.id)
  for (const sent of [id, returned, givenBack])
    await perform(context, claimTransfer, { actor, input: { id: sent } })
  await perform(context, settleWithdrawal, { actor, input: { id, bankReference: 'B-1' } })
  await perform(context, returnWithdrawal, { actor, input: { id: returned, reason: 'LOST' } })
  await perform(context, settleWithdrawal, { actor, input: { id: givenBack, bankReference: 'B-2' } })
  const lineId = await aGivenBackLine(context, { withdrawalId: givenBack, amount: 250_000 })
  await perform(context, returnedByBank, {
    actor: { kind: 'operator', name: 'test' },
    input: { withdrawalId: givenBack, lineId, withFee: true, note: 'x' },
  })
  await perform(context, claimTransfer, { actor, input: { id: late } })
  await perform(context, returnWithdrawal, { actor, input: { id: late, reason: 'LOST' } })
  await perform(context, chargeWithdrawal, {
    actor: { kind: 'operator', name: 'test' },
    input: {
      withdrawalId: late,
      lineId: await aSentLine(context, { withdrawalId: late, amount: 220_000 }),
      note: 'x',
    },
  })
  await takenBack(
    { ...fixture, context },
    held.slice(5).map((one) => one.id),
  )
}

/** A withdrawal that is settled by a line, and a settlement, a give-back and a charge that are taken back. */
async function takenBack(fixture: Fixture, held: readonly string[]): Promise<void> {
  const { context } = fixture
  const [system, operator] = [{ kind: 'system' } as const, { kind: 'operator', name: 'test' } as const]
  const [settled = '', notPaid = '', kept = '', notCharged = ''] = held
  for (const id of held) await perform(context, claimTransfer, { actor: system, input: { id } })
  await perform(context, settleWithdrawal, { actor: system, input: { id: kept, bankReference: 'B-3' } })
  await perform(context, returnWithdrawal, { actor: system, input: { id: notCharged, reason: 'LOST' } })
  const of = async (withdrawalId: string, type: 'DEBIT' | 'CREDIT', amount: number) => ({
    withdrawalId,
    lineId: await listed(context, { type, amount }),
    note: 'x',
  })
  await perform(context, settleByLine, { actor: operator, input: await of(settled, 'DEBIT', 210_000) })
  const wrong = [await of(notPaid, 'DEBIT', 230_000), await of(notCharged, 'DEBIT', 260_000)] as const
  await perform(context, settleByLine, { actor: operator, input: wrong[0] })
  await perform(context, chargeWithdrawal, { actor: operator, input: wrong[1] })
  const back = { ...(await of(kept, 'CREDIT', 240_000)), withFee: true }
  await perform(context, returnedByBank, { actor: operator, input: back })
  fixture.travel('20 minutes')
  for (const { lineId } of [...wrong, back])
    await perform(context, takeLineBack, { actor: operator, input: { lineId, reason: 'of another' } })
  fixture.travel(undefined)
}
