import { afterAll, beforeAll, describe } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { snapBank } from './http-adapter.ts'
import type { PayingBank } from './port.ts'
import { type BankUnderTest, payingBankConformance } from './testing/conformance.ts'
import { makeSandboxBank, type SandboxBank } from './testing/sandbox.ts'

/** What the amounts and accounts end in that go wrong at the sandbox's bank. */
const amounts: Record<Parameters<BankUnderTest['amount']>[0], number> = {
  none: 0,
  refused: 901,
  lost: 902,
  'paid, answer lost': 903,
  'timed out, paid': 904,
  failed: 905,
  'pending, then paid': 906,
  'pending, then failed': 907,
  doubled: 908,
  late: 911,
  'failed, but paid': 914,
}
const accounts = {
  good: '1000000001',
  unknown: '1000990001',
  inactive: '1000990002',
  'of others': '1000990003',
}

let sandbox: SandboxBank
let bank: PayingBank
beforeAll(async () => {
  sandbox = await makeSandboxBank()
  await sandbox.start('http://127.0.0.1:9')
  const outbound = sandbox.banks.find(({ methodPayment }) => methodPayment === 1)?.outbound
  if (!outbound) throw new Error('the sandbox has no bank that pays')
  bank = snapBank(outbound, { clock: systemClock, random: systemRandom, timeoutMs: 1_000 })
})
afterAll(() => sandbox.remove())

describe('the sandbox’s bank understands our signatures and orders', () => {
  payingBankConformance(
    (): BankUnderTest => ({
      bank: () => bank,
      account: (kind) => accounts[kind],
      amount: (trouble) => 150_000 + amounts[trouble],
      bankCode: (way) => (way === 'IM' ? '009' : '014'),
    }),
  )
})
