import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aLoan, reserveFunding } from '../../../testing/people.ts'
import { cashOf } from '../../books/index.ts'
import { releaseFunding } from '../../funding/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { closeLender, reactivateLender, suspendLender } from '../../lenders/testing.ts'
import { aBankScenario, aDepositor, type BankScenario } from '../../../testing/snap-scenario.ts'
import { creditTopUp } from './credit-top-up.ts'
import { assignSuspense, listSuspense, reverseTopUp } from './index.ts'

let scenario: BankScenario
beforeAll(async () => {
  scenario = await aBankScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const actor = { kind: 'operator', name: 'test' } as const
const reason = 'asked by the lender'
const topUp = (paymentRequestId: string, lenderId: number, amount = 100_000) =>
  perform(scenario.fixture.context, creditTopUp, {
    actor,
    input: { bank: 'BNI', paymentRequestId, lenderId, amount, reason },
  })
const close = (lenderId: number) =>
  perform(scenario.fixture.context, closeLender, { actor, input: { lenderId, reason } })
const cash = (lenderId: number) => cashOf(scenario.fixture.context.db, lenderId)

test('an operator gives no money to a closed account, and what the bank reports for its number is credited', async () => {
  const { context } = scenario.fixture
  const { lenderId, numbers } = await aDepositor(scenario.fixture)
  await close(lenderId)
  await expect(topUp('CLOSED-1', lenderId)).rejects.toThrow('sudah ditutup: aktifkan dahulu')
  await scenario.bni.pay({ id: 'CLOSED-2', number: '988009999999997', amount: 90_000 }, {})
  const [waiting] = await listSuspense(context.db)
  const assign = () =>
    perform(context, assignSuspense, {
      actor,
      input: { paymentId: waiting?.paymentId ?? '', lenderId, note: 'slip' },
    })
  await expect(assign()).rejects.toThrow('sudah ditutup: aktifkan dahulu')
  expect(await listSuspense(context.db)).toHaveLength(1)
  const { code } = await scenario.bni.pay({ id: 'CLOSED-3', number: numbers[1], amount: 80_000 }, {})
  expect(code).toBe('2002500')
  expect(await cash(lenderId)).toEqual({ available: 80_000, held: 0 })
  await perform(context, reactivateLender, { actor, input: { lenderId, reason } })
  expect([await topUp('CLOSED-1', lenderId), (await assign()).assigned]).toEqual([{ credited: true }, true])
  expect(await cash(lenderId)).toEqual({ available: 270_000, held: 0 })
})

test('what the bank reports for the number of a suspended lender is credited, and waits until they may withdraw again', async () => {
  const { context } = scenario.fixture
  const { lenderId, numbers } = await aDepositor(scenario.fixture)
  await perform(context, suspendLender, { actor, input: { lenderId, reason } })
  const { code } = await scenario.bni.pay({ id: 'SUSPENDED-1', number: numbers[1], amount: 70_000 }, {})
  expect(code).toBe('2002500')
  expect(await topUp('SUSPENDED-2', lenderId, 30_000)).toEqual({ credited: true })
  expect(await cash(lenderId)).toEqual({ available: 100_000, held: 0 })
})

test('an account whose lender owes something after a correction is not closed before it is paid', async () => {
  const { context } = scenario.fixture
  const { lenderId } = await aDepositor(scenario.fixture)
  await topUp('OWED-1', lenderId, 500_000)
  const { docToken } = await reserveFunding(context, { lenderId, ...(await aLoan(context)), amount: 500_000 })
  const { owed } = await perform(context, reverseTopUp, { actor, input: { payment: 'OWED-1', reason } })
  expect(owed).toBe(500_000)
  await expect(close(lenderId)).rejects.toThrow('kewajiban 500000 rupiah setelah koreksi')
  await perform(context, releaseFunding, {
    actor: { kind: 'system' },
    input: { fundingId: docToken, state: 'EXPIRED' },
  })
})
