import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignSuspense, listSuspense } from '../deposit/index.ts'
import { cashOf } from '../../books/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aBankScenario, aDepositor, type BankScenario } from '../../../testing/snap-scenario.ts'
import { deliverSwarm } from '../../../testing/snap-swarm.ts'

let scenario: BankScenario
beforeAll(async () => {
  scenario = await aBankScenario()
})
afterAll(() => scenario.close())

test('I12 I13 a payment is credited once, regardless of how often, in which order and by whom it is reported', async () => {
  const payments = 120
  const swarm = await deliverSwarm(scenario, { payments, lenders: 6, atOnce: 24, seed: 20_261_121 })
  const { context } = scenario.fixture
  for (const [lenderId, amount] of swarm.expected) {
    expect((await cashOf(context.db, lenderId)).available).toBe(amount)
  }
  const waiting = (await listSuspense(context.db)).reduce((sum, { amount }) => sum + amount, 0)
  expect(waiting).toBe(swarm.nobodys)
  const { told } = await one<{ told: number }>(
    context.db,
    'test.told',
    'select count(*) as told from bank_payment',
  )
  expect(told).toBe(payments)
  expect(await scenario.fixture.books()).toEqual([])
})

test('twenty concurrent notices of one payment credit it once', async () => {
  const { lenderId, numbers } = await aDepositor(scenario.fixture)
  const payment = { id: 'at-once', number: numbers[2], amount: 123_456 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => scenario.other.pay(payment)))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['2002500']))
  expect(await cashOf(scenario.fixture.context.db, lenderId)).toEqual({ available: 123_456, held: 0 })
})

test('two operators who assign the same payment in suspense concurrently assign it once', async () => {
  const { context } = scenario.fixture
  const [first, second] = [await aDepositor(scenario.fixture), await aDepositor(scenario.fixture)]
  await scenario.bni.pay({ id: 'lost', number: '988008888888888', amount: 60_000 })
  const item = (await listSuspense(context.db)).find(({ paymentRequestId }) => paymentRequestId === 'lost')
  const give = (lenderId: number) =>
    perform(context, assignSuspense, {
      actor: { kind: 'operator', name: 'test' },
      input: { paymentId: item?.paymentId ?? '', lenderId, note: 'surat bank' },
    })
  const outcomes = await Promise.allSettled([
    give(first.lenderId),
    give(second.lenderId),
    give(first.lenderId),
  ])
  const cash = await Promise.all([first, second].map(({ lenderId }) => cashOf(context.db, lenderId)))
  expect(cash.map(({ available }) => available).toSorted((a, b) => a - b)).toEqual([0, 60_000])
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect((await scenario.bni.pay({ id: 'lost', number: '988008888888888', amount: 60_000 })).code).toBe(
    '2002500',
  )
  await expect(
    perform(context, assignSuspense, {
      actor: { kind: 'operator', name: 'test' },
      input: { paymentId: context.random.uuid(), lenderId: first.lenderId, note: 'x' },
    }),
  ).rejects.toThrow('di antara yang belum teridentifikasi')
  expect(await scenario.fixture.books()).toEqual([])
})
