import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { codeOf, setUpApp } from '../../../testing/second-factor.ts'
import {
  aWithdrawalScenario,
  type WithdrawalScenario,
  type Withdrawer,
} from '../../../testing/withdrawal-scenario.ts'

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario({ settings: { FACTOR_WITHDRAWAL_FROM: '1000000' } })
})
afterEach(() => scenario.fixture.travel(undefined))
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})

const db = () => scenario.fixture.context.db
const asked = { status: 400, json: expect.objectContaining({ code: 'FACTOR_CHECK_REQUIRED' }) }
const withdraw = async (lender: Withdrawer, amount: number, key?: string) => {
  const { status, json } = await lender.pay('/withdrawals', lender.body(amount), key)
  return { status, json }
}
const prove = async (lender: Withdrawer, secret: string, steps: number) =>
  expect(
    (await lender.post('/auth/factors/check', { code: await codeOf(db(), secret, steps) })).json,
  ).toEqual({
    is_validated: true,
  })

test('MFA-01 a withdrawal from the amount on asks for the factor again, and goes on under the same key', async () => {
  const lender = await scenario.lender({ cash: 5_000_000 })
  const { secret } = await setUpApp(db(), lender)
  expect((await withdraw(lender, 999_999)).status, 'below it').toBe(200)
  expect(await withdraw(lender, 1_000_000, 'one-withdrawal')).toEqual(asked)
  const before = await lender.cash()
  await prove(lender, secret, 1)
  const done = await withdraw(lender, 1_000_000, 'one-withdrawal')
  expect(done.status).toBe(200)
  expect(await withdraw(lender, 1_000_000, 'one-withdrawal')).toEqual(done)
  expect(await lender.cash()).toBeLessThanOrEqual(before - 1_000_000)
  expect(await withdraw(lender, 1_000_000, 'the-next'), 'the factor counts once').toEqual(asked)
})

test('MFA-01 withdrawals of 24 hours count together, so that parts do not pass below the amount', async () => {
  const lender = await scenario.lender({ cash: 5_000_000 })
  const { secret } = await setUpApp(db(), lender)
  expect((await withdraw(lender, 600_000)).status).toBe(200)
  expect(await withdraw(lender, 400_000)).toEqual(asked)
  expect((await withdraw(lender, 399_000)).status).toBe(200)
  await prove(lender, secret, 1)
  const answers = await Promise.all([withdraw(lender, 500_000), withdraw(lender, 500_000)])
  expect(answers.map(({ status }) => String(status)).sort(), 'one proof, two at once').toEqual(['200', '400'])
})

test('MFA-01 a lender without a factor withdraws as before', async () => {
  const lender = await scenario.lender({ cash: 5_000_000 })
  expect((await withdraw(lender, 3_000_000)).status).toBe(200)
})
