import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listConflicts, listSuspense } from '../deposit/index.ts'
import { cashOf } from '../../books/index.ts'
import { snapBank } from '../../outside/bank/http-adapter.ts'
import { makeSandboxBank, type PaidIn, type SandboxBank } from '../../outside/bank/testing/sandbox.ts'
import { systemClock } from '../../platform/clock.ts'
import { one } from '../../platform/db/database.ts'
import { systemRandom } from '../../platform/random.ts'
import { startApp, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'

let sandbox: SandboxBank
let fixture: Fixture
let app: TestApp
let lender: Awaited<ReturnType<typeof aDepositor>>
let before = 0
beforeAll(async () => {
  sandbox = await makeSandboxBank()
  // In this test the banks call under a path prefix.
  fixture = await makeFixture({
    overrides: { banks: sandbox.banks },
    settings: { SNAP_PREFIX: '/dari-bank' },
  })
  app = await startApp(fixture)
  await sandbox.start(`${app.origin}/dari-bank`)
})
beforeEach(async () => {
  lender = await aDepositor(fixture)
  before = await cash()
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await sandbox.remove()
  await app.close()
  await fixture.close()
})

const cash = async () => (await cashOf(fixture.context.db, lender.lenderId)).available
const codes = ({ deliveries }: PaidIn) => deliveries.map(({ code }) => code)

test('DEP-03 a payment at either bank is credited before the bank gets its answer', async () => {
  const first = await sandbox.pay({ number: lender.numbers[1], amount: 1_000_000 })
  expect(codes(first)).toEqual(['2002500'])
  const second = await sandbox.pay({ number: lender.numbers[2], amount: 250_000 })
  expect(codes(second)).toEqual(['2002500'])
  expect(await cash()).toBe(before + 1_250_000)
})

test.each([
  ['slow', 1],
  ['lost', 1],
  ['unanswered', 1],
  ['doubled', 1],
  ['changed', 1],
  ['forged', 0],
])('DEP-03 a payment whose bank notice is %s is credited exactly %i times', async (fault, times) => {
  const paid = await sandbox.pay({ number: lender.numbers[1], amount: 700_000, fault })
  expect(paid.open).toBe(false)
  expect(await cash()).toBe(before + times * 700_000)
  if (fault === 'changed') {
    expect(codes(paid).at(-1)).toBe('4042518')
    expect((await listConflicts(fixture.context.db, { days: 1, ended: false }))[0]).toMatchObject({
      toldAmount: 701_000,
    })
  }
  if (fault === 'forged') expect(codes(paid)).toEqual(['4012500'])
})

test('DEP-03 payments that the banks notify out of order and concurrently are all credited', async () => {
  const paying = Array.from({ length: 20 }, (_, n) =>
    sandbox.pay({
      number: lender.numbers[n % 2 === 0 ? 1 : 2],
      amount: 10_000 + n,
      ...(n % 5 === 0 ? { fault: 'reordered' } : {}),
    }),
  )
  expect((await Promise.all(paying)).every(({ open }) => !open)).toBe(true)
  expect(await cash()).toBe(before + 20 * 10_000 + 190)
})

test('DEP-03 a payment is notified eventually after both app and bank were down', async () => {
  await app.close()
  const paying = sandbox.pay({ number: lender.numbers[1], amount: 300_000 }).catch(() => null)
  await vi.waitFor(async () => expect((await newest()).deliveries.length).toBeGreaterThan(0), 60_000)
  const { id } = await newest()
  await sandbox.stop('SIGKILL')
  await paying
  app = await startApp(fixture)
  await sandbox.start(`${app.origin}/dari-bank`)
  await vi.waitFor(async () => expect((await sandbox.payment(id)).open).toBe(false), 60_000)
  expect(await cash()).toBe(before + 300_000)
})

const newest = async (): Promise<PaidIn> => {
  const [payment] = (await sandbox.state()).payments
  if (!payment) throw new Error('nothing was paid in')
  return payment
}

test('DEP-03 the balances of the sandbox banks equal the books to the rupiah', async () => {
  await sandbox.pay({ number: '988009999999999', amount: 55_000 })
  await sandbox.pay({ number: lender.numbers[1], amount: 66_000, bank: 2 })
  expect(await listSuspense(fixture.context.db)).toMatchObject([
    { amount: 55_000, reason: 'NUMBER_UNKNOWN' },
    { amount: 66_000, reason: 'NUMBER_OF_OTHER_BANK' },
  ])
  const day = 24 * 3_600_000
  for (const { methodPayment, outbound } of sandbox.banks) {
    if (!outbound) throw new Error('the bank does not pay')
    const bank = snapBank(outbound, { clock: systemClock, random: systemRandom, timeoutMs: 5_000 })
    const { lines } = await bank.statement(new Date(Date.now() - day), new Date(Date.now() + day))
    const came = lines.reduce((sum, line) => sum + (line.type === 'CREDIT' ? line.amount : 0), 0)
    const { told } = await one<{ told: number }>(
      fixture.context.db,
      'test.told',
      'select coalesce(sum(amount), 0)::bigint as told from bank_payment where bank = $1',
      [methodPayment === 1 ? 'BNI' : 'OTHER'],
    )
    expect(came).toBe(told)
    expect(came).toBeGreaterThan(0)
  }
})
