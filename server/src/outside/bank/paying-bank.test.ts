import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { snapBank } from './http-adapter.ts'
import { BankUnavailable, type PayingBank } from './port.ts'
import { type BankUnderTest, payingBankConformance } from './testing/conformance.ts'
import { startPayingBank, type TestBank, type Trouble } from './testing/paying-bank.ts'

const troubles = [
  ['none', 'none'],
  ['refused', 'refuse'],
  ['lost', 'lose'],
  ['paid, answer lost', 'lose-paid'],
  ['timed out, paid', 'hang-paid'],
  ['failed', 'error'],
  ['failed, but paid', 'error-paid'],
  ['pending, then paid', 'pending-paid'],
  ['pending, then failed', 'pending-failed'],
  ['doubled', 'doubled'],
  ['late', 'late'],
] as const satisfies readonly (readonly [string, Trouble])[]

let server: TestBank
let bank: PayingBank
let timer: NodeJS.Timeout
beforeAll(async () => {
  server = await startPayingBank()
  server.trouble = ({ amount }) => troubles[amount % 1_000]?.[1] ?? 'none'
  server.accounts.set('7700000002', { status: 'Inactive' })
  server.accounts.set('7700000003', { name: 'Somebody Else' })
  server.accounts.set('7700000004', { unknown: true })
  timer = setInterval(() => {
    server.finish(2_000)
    server.deliverLate(2_000)
  }, 250)
  // Below what the bank's late answers take.
  bank = snapBank(server.outbound, { clock: systemClock, random: systemRandom, timeoutMs: 1_500 })
})
afterAll(async () => {
  clearInterval(timer)
  await server.close()
})

const accounts = {
  good: '7700000001',
  inactive: '7700000002',
  'of others': '7700000003',
  unknown: '7700000004',
}

describe('the SNAP adapter', () => {
  payingBankConformance(
    (): BankUnderTest => ({
      bank: () => bank,
      account: (kind) => accounts[kind],
      amount: (trouble) => 150_000 + troubles.findIndex(([name]) => name === trouble),
      bankCode: (way) => (way === 'IM' ? '009' : '014'),
    }),
  )
})

describe('answers of a bank are verified', () => {
  const order = {
    reference: 'r'.repeat(32),
    amount: 100_000,
    at: new Date(),
    accountNumber: '7700000001',
    accountName: 'Sri',
    bankCode: '014',
    transferType: 'INTERBANK',
  } as const

  test('I9 the bank stub accepted the token and signature of every call of the conformance tests', () => {
    expect(server.rejected).toEqual([])
    expect(server.tokens).toBe(1)
  })

  test('I9 a transfer whose call is signed with a wrong secret is rejected and counts as not accepted', async () => {
    const stranger = snapBank(
      { ...server.outbound, clientSecret: 'another secret of ours' },
      { clock: systemClock, random: systemRandom, timeoutMs: 30_000 },
    )
    expect(await stranger.transfer(order)).toEqual({ end: 'not-taken', code: '4011800' })
    await expect(stranger.status(order)).rejects.toThrow(BankUnavailable)
    expect(server.rejected).toEqual(['signature', 'signature'])
  })

  test('I9 a transfer to an unreachable bank counts as not accepted', async () => {
    const nowhere = snapBank(
      { ...server.outbound, baseUrl: 'http://127.0.0.1:9' },
      { clock: systemClock, random: systemRandom, timeoutMs: 30_000 },
    )
    expect(await nowhere.transfer(order)).toEqual({ end: 'not-taken', code: 'NO_TOKEN' })
    const question = nowhere.statement(new Date(), new Date())
    await expect(question).rejects.toThrow(/ECONNREFUSED|bad port|no answer/)
    await expect(question).rejects.not.toThrow(/127\.0\.0\.1/)
  })

  test('a bank statement with an unreadable line is rejected', async () => {
    const line = { type: 'DEBIT', amount: 0.5, at: new Date(), reference: null } as const
    server.lines = () => [line]
    await expect(bank.statement(new Date(Date.now() - 60_000), new Date())).rejects.toThrow('cannot be read')
    server.lines = null
  })
})
