import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { run } from '../../platform/db/database.ts'
import { reactivateLender, suspendLender } from '../../lenders/testing.ts'
import { operatorOn } from '../../../testing/operator.ts'
import {
  aWithdrawalScenario,
  statesOf,
  type WithdrawalScenario,
} from '../../../testing/withdrawal-scenario.ts'
import { aSentLine } from '../reconciliation/testing/line.ts'
import { referenceOf } from './follow-transfer.ts'

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const actor = { kind: 'operator', name: 'test' } as const
const reason = 'account taken over'
const state = async (id: string) => (await statesOf(scenario.fixture)).get(id)
const stop = (id: string) =>
  operatorOn(scenario.fixture)(['--json', 'withdrawals', 'stop', id, '--note', 'the lender called: not me'])

test('VAL-09 a HELD withdrawal can be stopped, once: its money is the lender’s again, they are told, and the bank never hears of it', async () => {
  const lender = await scenario.lender()
  const { id } = await lender.withdraw(200_000)
  expect((await stop(id)).json).toMatchObject({ stopped: true, lenderId: lender.lenderId, amount: 200_000 })
  expect((await stop(id)).json).toMatchObject({ stopped: false })
  expect(await lender.cash()).toBe(1_000_000)
  await scenario.follow(60)
  expect(await state(id)).toBe('RETURNED STOPPED')
  expect(scenario.bank.orders.has(referenceOf(id))).toBe(false)
  expect(JSON.stringify((await lender.get('/notices')).json)).toContain('sudah kembali ke cash balance Anda')
})

test('VAL-09 a withdrawal that was ordered is not stopped', async () => {
  const lender = await scenario.lender()
  scenario.bank.trouble = () => 'pending-paid'
  const { id } = await lender.withdraw(200_000)
  await scenario.follow(0)
  expect((await stop(id)).err).toContain('berstatus SENT')
  scenario.bank.trouble = () => 'none'
  scenario.bank.finish()
  await scenario.followAll()
  expect((await stop(id)).err).toContain('berstatus PAID')
})

test('VAL-09 a withdrawal of a suspended lender is not ordered, goes on when they are reactivated, and returns after a day if they are not', async () => {
  const { context } = scenario.fixture
  const [back, gone] = [await scenario.lender(), await scenario.lender()]
  const ids = [(await back.withdraw(200_000)).id, (await gone.withdraw(200_000)).id]
  for (const { lenderId } of [back, gone])
    await perform(context, suspendLender, { actor, input: { lenderId, reason } })
  await scenario.follow(60)
  for (const id of ids) {
    expect(await state(id)).toBe('HELD')
    expect(scenario.bank.orders.has(referenceOf(id))).toBe(false)
  }
  await perform(context, reactivateLender, { actor, input: { lenderId: back.lenderId, reason } })
  await scenario.follow(180)
  expect(await state(ids[0] ?? '')).toBe('PAID')
  await scenario.follow(90_000)
  expect(await state(ids[1] ?? '')).toBe('RETURNED NEVER_TAKEN')
})

test('VAL-09 a withdrawal that the bank has under its reference is not ordered again when the books are restored to a moment before the order', async () => {
  const lender = await scenario.lender()
  const { id } = await lender.withdraw(200_000)
  // The bank takes the order and its answer is lost, as is all that the books knew of it.
  scenario.bank.trouble = () => 'lose-paid'
  await scenario.follow(0)
  expect(await state(id)).toBe('SENT')
  await run(
    scenario.fixture.context.db,
    'test.restored',
    `update withdrawal set state = 'HELD', sent_at = null where id = $1`,
    [id],
  )
  scenario.bank.trouble = () => 'none'
  await scenario.follow(180)
  await scenario.followAll()
  expect(await state(id)).toBe('PAID')
  expect(scenario.bank.orders.get(referenceOf(id))).toBe(1)
})

test('VAL-09 a HELD withdrawal that the bank’s statement lists is not ordered, and its line settles it where the status says nothing', async () => {
  const lender = await scenario.lender()
  const { id, amount } = await lender.withdraw(200_000)
  const line = await aSentLine(scenario.fixture.context, { withdrawalId: id, amount })
  expect((await stop(id)).err).toContain('memuat 200000')
  await scenario.follow(0)
  expect(await state(id)).toBe('SENT')
  await scenario.follow(2_000)
  expect([await state(id), scenario.bank.orders.has(referenceOf(id))]).toEqual(['SENT', false])
  const settle = ['withdrawals', 'settle', id, '--line', line, '--note', 'x']
  expect((await operatorOn(scenario.fixture)(settle)).exit).toBe(0)
  expect(await state(id)).toBe('PAID')
})
