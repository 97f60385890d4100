import {
  aPayingBank,
  claimTransfer,
  payHeirs,
  recordEstate,
  returnIdleCash,
  returnWithdrawal,
  settleWithdrawal,
} from '../../../cash/testing.ts'
import { closeLender, storeBankAccount } from '../../../lenders/testing.ts'
import { perform } from '../../../platform/commands/perform.ts'
import type { Fixture } from '../../../../testing/fixture.ts'
import { aLender } from '../../../../testing/people.ts'

const actor = { kind: 'operator', name: 'test' } as const
const system = { kind: 'system' } as const

/**
 * Idle cash that was returned; a dead lender of two heirs, one of them paid, the other one's payment under way after a
 * first one that came back; and a closed account.
 */
export async function estates(fixture: Fixture): Promise<void> {
  const context = { ...fixture.context, banks: [aPayingBank()] }
  fixture.travel('-20 days')
  const idle = await aLender(context, { cash: 90_000 })
  const account = { accountName: 'Pemberi Dana', accountNumber: '7712345679', bankCode: '014' }
  await perform(context, storeBankAccount, {
    actor,
    input: { ...account, lenderId: idle.lenderId, bankBranch: 'Jakarta', bankName: 'Bank', methodPayment: 1 },
  })
  fixture.travel(undefined)
  const memo = { name: 'Memo 1', sha256: 'aa'.repeat(32) }
  await perform(context, returnIdleCash, {
    actor,
    input: { lenderId: idle.lenderId, methodPayment: 1, document: memo, feeByPlatform: false },
  })

  const { lenderId } = await aLender(context, { cash: 1_000_001 })
  const certificate = { name: 'SKW 1', sha256: 'bb'.repeat(32) }
  const heirs = [1, 2].map((no) => ({
    ...{ accountName: `Ahli Waris ${no}`, accountNumber: `880000000${no}`, bankCode: '014' },
    share: { numerator: 1, denominator: 2 },
  }))
  const estate = { lenderId, document: certificate, heirs, reason: 'x' }
  await perform(context, recordEstate, { actor, input: estate })
  const pay = { lenderId, methodPayment: 1 as const, sha256: certificate.sha256, feeByPlatform: false }
  const { payments } = await perform(context, payHeirs, { actor, input: pay })
  const [paid = '', back = ''] = payments.map(({ id }) => id)
  for (const id of [paid, back]) await perform(context, claimTransfer, { actor: system, input: { id } })
  await perform(context, settleWithdrawal, { actor: system, input: { id: paid, bankReference: 'B-9' } })
  await perform(context, returnWithdrawal, { actor: system, input: { id: back, reason: 'LOST' } })
  await perform(context, payHeirs, { actor, input: pay })

  const { lenderId: empty } = await aLender(context)
  await perform(context, closeLender, { actor, input: { lenderId: empty, reason: 'as asked' } })
}
