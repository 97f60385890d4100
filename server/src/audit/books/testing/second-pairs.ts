import { aPerson, aRule, decidedBy, proposed } from '../../../../testing/staff.ts'
import type { Fixture } from '../../../../testing/fixture.ts'
import { creditTopUp } from '../../../cash/index.ts'
import { acceptFile } from '../../../staff/testing.ts'
import { fileName } from '../../../platform/approvals/file.ts'
import { perform } from '../../../platform/commands/perform.ts'

/**
 * Top-ups under a rule: one decided by one, one by two, one of a file that two decided, one in a run without a second pair; and a
 * proposal that waits.
 * Nothing else credits a top-up afterwards.
 */
export async function secondPairs(fixture: Fixture, lenderId: number): Promise<void> {
  const maya = await aPerson(fixture, 'Maya', 'LOOK', 'WORK')
  const dewi = await aPerson(fixture, 'Dewi', 'LOOK', 'DECIDE', 'ADMIN')
  const budi = await aPerson(fixture, 'Budi', 'LOOK', 'DECIDE')
  await aRule(fixture, 'creditTopUp', { largeFrom: 10_000, largeDeciders: 2 })
  const topUp = (paymentRequestId: string, amount: number) =>
    ({ bank: 'BNI', paymentRequestId, lenderId, amount, reason: 'slip seen' }) as const
  for (const [input, deciders] of [
    [topUp('PAIR-1', 500), [dewi]],
    [topUp('PAIR-2', 20_000), [dewi, budi]],
  ] as const) {
    const proposal = await proposed(fixture, creditTopUp, maya, input)
    for (const staffId of deciders) await decidedBy(fixture, creditTopUp, staffId, { proposal, input })
  }
  await proposed(fixture, creditTopUp, maya, topUp('PAIR-3', 700))
  // Large by what Maya had done that day.
  await aRule(fixture, 'acceptFile', { largeFrom: 10_000, largeDeciders: 2 })
  const file = { command: 'credit {}', name: 'pair.csv', sha256: 'a'.repeat(64), amount: 900 }
  const accepted = await proposed(fixture, acceptFile, maya, file)
  for (const staffId of [dewi, budi])
    await decidedBy(fixture, acceptFile, staffId, { proposal: accepted, input: file })
  await perform(fixture.context, creditTopUp, {
    actor: { kind: 'operator', name: 'Maya', authority: { proposal: accepted, file: fileName(file) } },
    input: topUp('PAIR-5', 900),
  })
  const authority = { breakGlass: fixture.context.random.uuid(), reason: 'nobody is there' }
  await perform(fixture.context, creditTopUp, {
    actor: { kind: 'operator', name: 'Maya', authority },
    input: topUp('PAIR-4', 800),
  })
}
