import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bankPositions } from '../../books/index.ts'
import { operatorOn } from '../../../testing/operator.ts'
import {
  aWithdrawalScenario,
  statesOf,
  type WithdrawalScenario,
} from '../../../testing/withdrawal-scenario.ts'
import { watchBalances } from './index.ts'

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
})
afterEach(async () => {
  scenario.bank.balance = null
  expect(await scenario.fixture.books()).toEqual([])
})
afterAll(() => scenario.close())

const books = async (): Promise<number> => {
  const [bni] = await bankPositions(scenario.fixture.context.db, { 1: null, 2: null }, 1)
  return Number(bni?.now)
}
const logged: { level: number; msg: string; missing?: number }[] = []
const log = pino(
  new Writable({
    write(chunk: Buffer, _, done) {
      logged.push(JSON.parse(chunk.toString('utf8')) as (typeof logged)[number])
      done()
    },
  }),
)
const watch = () => watchBalances({ ...scenario.fixture.context, log })
const open = async () => (await operatorOn(scenario.fixture)(['withdrawals', 'open'])).out

test('VAL-08 withdrawals wait, with an alarm, while their bank has less than the books say, and go on by themselves when it agrees', async () => {
  const lender = await scenario.lender()
  const had = await books()
  scenario.bank.balance = had - 1
  expect(await watch()).toMatchObject([{ methodPayment: 1, amount: had - 1, expected: had }])
  expect(logged.at(-1)).toMatchObject({ level: 50, missing: 1 })
  const { id, status } = await lender.withdraw(200_000)
  expect(status).toBe('In Progress')
  await scenario.follow(0)
  expect((await statesOf(scenario.fixture)).get(id)).toBe('HELD')
  expect(scenario.bank.orders.size).toBe(0)
  expect(await open()).toContain(`metode 1 DIHENTIKAN: bank menyatakan ${had - 1}`)

  scenario.bank.balance = had
  await watch()
  expect(logged.at(-1)).toMatchObject({ level: 30, msg: expect.stringContaining('go on') })
  expect(await open()).not.toContain('STOPPED')
  await scenario.followAll()
  expect((await statesOf(scenario.fixture)).get(id)).toBe('PAID')
})

test('VAL-08 a withdrawal that waits longer than a day for its bank is returned to the lender in full', async () => {
  const lender = await scenario.lender()
  scenario.bank.balance = (await books()) - 1_000_000
  scenario.fixture.travel('2 hours')
  expect(await watch()).toHaveLength(1)
  scenario.fixture.travel(undefined)
  const { id } = await lender.withdraw(200_000)
  await scenario.follow(3_600)
  expect((await statesOf(scenario.fixture)).get(id)).toBe('HELD')
  await scenario.follow(90_000)
  expect((await statesOf(scenario.fixture)).get(id)).toBe('RETURNED NEVER_TAKEN')
  expect(await lender.cash()).toBe(1_000_000)
  scenario.bank.balance = await books()
  scenario.fixture.travel('3 hours')
  await watch()
  scenario.fixture.travel(undefined)
})

test('VAL-08 a transfer that left the bank and is not in the books yet stops nothing', async () => {
  const lender = await scenario.lender()
  const had = await books()
  scenario.bank.trouble = () => 'pending-paid'
  const { amount } = await lender.withdraw(300_000)
  await scenario.follow(0)
  scenario.bank.balance = had - amount
  scenario.fixture.travel('4 hours')
  await watch()
  scenario.fixture.travel(undefined)
  expect(await open()).not.toContain('STOPPED')
  scenario.bank.trouble = () => 'none'
  scenario.bank.finish()
  await scenario.followAll()
})
