import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayingBank, TransferOrder } from '../../outside/bank/port.ts'
import type { Trouble } from '../../outside/bank/testing/paying-bank.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeBankAccount } from '../../lenders/testing.ts'
import { claimTransfer } from './end-withdrawal.ts'
import { followWithdrawal } from './follow.ts'
import { referenceOf } from './follow-transfer.ts'
import {
  aWithdrawalScenario,
  statesOf,
  type WithdrawalScenario,
} from '../../../testing/withdrawal-scenario.ts'

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
})
afterAll(() => scenario.close())
beforeEach(() => {
  scenario.bank.trouble = () => 'none'
  scenario.bank.offline = false
})
afterEach(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  expect(scenario.bank.rejected.filter((why) => why !== 'token')).toEqual([])
})

const stateOf = async (id: string) => (await statesOf(scenario.fixture)).get(id)
const paid = (id: string) => scenario.bank.transfers.get(referenceOf(id))?.status === '00'
const orders = (id: string) => scenario.bank.orders.get(referenceOf(id)) ?? 0

test('WDR-05 a withdrawal is held at once, paid out once to the registered account, and settled with its fee', async () => {
  const lender = await scenario.lender()
  const { id, accountNumber } = await lender.withdraw(400_000)
  expect(await lender.cash()).toBe(597_500)
  expect(await stateOf(id)).toBe('HELD')
  await scenario.follow(0)
  expect(await stateOf(id)).toBe('PAID')
  expect(scenario.bank.transfers.get(referenceOf(id))).toMatchObject({
    amount: 400_000,
    account: accountNumber,
  })
  expect(await lender.cash()).toBe(597_500)
  expect([await scenario.follow(3_600), orders(id)]).toEqual([0, 1])
})

describe('WDR-05 a withdrawal ends paid or returned exactly once when the bank’s fault is', () => {
  test.each<[Trouble, string, number]>([
    ['lose', 'RETURNED LOST', 1],
    ['lose-paid', 'PAID', 1],
    ['hang', 'RETURNED LOST', 1],
    ['hang-paid', 'PAID', 1],
    ['error', 'RETURNED LOST', 1],
    ['error-paid', 'PAID', 1],
    ['nonsense-paid', 'PAID', 1],
    ['doubled', 'PAID', 1],
    ['refuse', 'RETURNED 4031818', 1],
    ['token', 'PAID', 2],
    ['busy', 'PAID', 2],
  ])(
    'a withdrawal is paid or returned exactly once when the fault of the bank is "%s"',
    async (trouble, end, given) => {
      scenario.bank.trouble = () => trouble
      const lender = await scenario.lender()
      const { id } = await lender.withdraw(200_000)
      await scenario.followAll()
      expect([await stateOf(id), orders(id), paid(id)]).toEqual([end, given, end === 'PAID'])
      expect(await lender.cash()).toBe(end === 'PAID' ? 797_500 : 1_000_000)
      const { list } = (await lender.get('/notices')).json
      expect(list.map(({ title }: { title: string }) => title)).toEqual([
        ...(end === 'PAID' ? [] : ['Penarikan dana tidak berhasil']),
        'Rekening Anda terdaftar',
      ])
      if (end !== 'PAID') expect(list[0].message).toContain('Rp202.500')
    },
  )

  test.each<[Trouble, string]>([
    ['pending-paid', 'PAID'],
    ['pending-failed', 'RETURNED STATUS_06'],
  ])(
    'a withdrawal with the bank fault "%s" stays SENT for as long as the bank reports it pending',
    async (trouble, end) => {
      scenario.bank.trouble = () => trouble
      const lender = await scenario.lender()
      const { id } = await lender.withdraw(200_000)
      for (const seconds of [0, 60, 3_600, 86_400, 200_000]) await scenario.follow(seconds)
      expect([await stateOf(id), await lender.cash()]).toEqual(['SENT', 797_500])
      scenario.bank.finish()
      await scenario.follow(300_000)
      expect([await stateOf(id), orders(id)]).toEqual([end, 1])
      expect(await lender.cash()).toBe(end === 'PAID' ? 797_500 : 1_000_000)
    },
  )

  test('a withdrawal whose order may still arrive is not returned before the bank would reject the order as too old', async () => {
    scenario.bank.trouble = () => 'late'
    const lender = await scenario.lender()
    const { id } = await lender.withdraw(200_000)
    for (const seconds of [0, 60, 200, 400, 800]) await scenario.follow(seconds)
    expect(await stateOf(id)).toBe('SENT')
    scenario.bank.deliverLate()
    await scenario.followAll()
    expect([await stateOf(id), orders(id), paid(id)]).toEqual(['PAID', 1, true])
  })
})

describe('WDR-05 an unavailable bank', () => {
  test('a withdrawal whose order could not be sent to the bank is delayed, and returned after a day', async () => {
    scenario.bank.offline = true
    const [patient, unlucky] = [await scenario.lender(), await scenario.lender()]
    const first = await patient.withdraw(200_000)
    for (const seconds of [0, 60, 3_600]) await scenario.follow(seconds)
    expect(await stateOf(first.id)).toBe('HELD')
    scenario.bank.offline = false
    await scenario.follow(7_200)
    expect([await stateOf(first.id), orders(first.id)]).toEqual(['PAID', 1])
    scenario.bank.offline = true
    const second = await unlucky.withdraw(200_000)
    await scenario.follow(100_000)
    expect([await stateOf(second.id), orders(second.id)]).toEqual(['RETURNED NEVER_TAKEN', 0])
    expect(await unlucky.cash()).toBe(1_000_000)
  })

  test('the access token of a bank is reused until the bank rejects it, then renewed', async () => {
    const lender = await scenario.lender()
    await lender.withdraw(100_000)
    await scenario.followAll()
    const before = scenario.bank.tokens
    await lender.withdraw(100_000)
    await scenario.followAll()
    expect(scenario.bank.tokens).toBe(before)
    scenario.bank.dropTokens()
    const { id } = await lender.withdraw(100_000)
    await scenario.followAll()
    expect([await stateOf(id), scenario.bank.tokens]).toEqual(['PAID', before + 1])
  })
})

describe('WDR-05 the destination account', () => {
  test.each([
    [{ unknown: true } as const, 'RETURNED 4041611'],
    [{ status: 'Inactive' }, 'RETURNED ACCOUNT_INACTIVE'],
    [{ name: 'Somebody Else' }, 'RETURNED ACCOUNT_OF_OTHERS'],
  ])(
    "WDR-05 a withdrawal is returned before it is ordered when the bank's account inquiry answers %j",
    async (known, end) => {
      const lender = await scenario.lender()
      const { id, accountNumber } = await lender.withdraw(200_000)
      scenario.bank.accounts.set(accountNumber, known)
      await scenario.followAll()
      expect([await stateOf(id), orders(id), await lender.cash()]).toEqual([end, 0, 1_000_000])
    },
  )

  test.each([
    ['PEMBERI  DANA', 'PAID'],
    ['PEMBERI', 'RETURNED ACCOUNT_OF_OTHERS'],
  ])('WDR-05 a withdrawal to an account whose holder the bank names %s ends as %s', async (name, end) => {
    const lender = await scenario.lender()
    const { id, accountNumber } = await lender.withdraw(200_000)
    scenario.bank.accounts.set(accountNumber, { name })
    await scenario.followAll()
    expect(await stateOf(id)).toBe(end)
  })

  test('a withdrawal is paid to the account registered at the request when another one is registered meanwhile', async () => {
    const lender = await scenario.lender()
    const { id, accountNumber } = await lender.withdraw(200_000)
    await perform(scenario.fixture.context, storeBankAccount, {
      actor: { kind: 'operator', name: 'test' },
      input: {
        lenderId: lender.lenderId,
        accountName: 'Rekening Baru',
        accountNumber: '5550001112',
        bankBranch: 'Jakarta',
        bankCode: '014',
        bankName: 'Bank',
        methodPayment: 1,
      },
    })
    await scenario.followAll()
    expect(scenario.bank.transfers.get(referenceOf(id))?.account).toBe(accountNumber)
  })
})

describe('WDR-05 recovery after a crash between two steps', () => {
  test('WDR-05 a withdrawal marked SENT is never ordered again, but looked up, and returned when the bank does not know it', async () => {
    const lender = await scenario.lender()
    const { id } = await lender.withdraw(200_000)
    const { context } = scenario.fixture
    expect(await perform(context, claimTransfer, { actor: { kind: 'system' }, input: { id } })).toEqual({
      claimed: true,
    })
    expect(await perform(context, claimTransfer, { actor: { kind: 'system' }, input: { id } })).toEqual({
      claimed: false,
    })
    await scenario.follow(60)
    expect([await stateOf(id), orders(id)]).toEqual(['SENT', 0])
    await scenario.followAll()
    expect([await stateOf(id), orders(id), await lender.cash()]).toEqual(['RETURNED LOST', 0, 1_000_000])
  })

  test.each(['inquire', 'transfer'] as const)(
    'a withdrawal resumes after a crash before or after the bank call %s',
    async (call) => {
      const { context } = scenario.fixture
      for (const when of ['before', 'after']) {
        const lender = await scenario.lender()
        const { id } = await lender.withdraw(200_000)
        const real = context.payers.get(1) as PayingBank
        const dying: PayingBank = {
          ...real,
          [call]: async (order: TransferOrder) => {
            if (when === 'after') await real[call](order, order.reference)
            throw new Error('killed')
          },
        }
        await expect(followWithdrawal({ ...context, payers: new Map([[1, dying]]) }, id)).rejects.toThrow(
          'killed',
        )
        expect(await stateOf(id)).toBe(call === 'inquire' ? 'HELD' : 'SENT')
        await scenario.followAll()
        const lost = call === 'transfer' && when === 'before'
        expect([await stateOf(id), orders(id)]).toEqual(lost ? ['RETURNED LOST', 0] : ['PAID', 1])
        expect(await lender.cash()).toBe(lost ? 1_000_000 : 797_500)
        expect(await followWithdrawal(context, id)).toBeUndefined()
      }
    },
  )

  test('a withdrawal is not refunded on an outdated status inquiry when another worker has sent its order meanwhile', async () => {
    const lender = await scenario.lender()
    const { id } = await lender.withdraw(200_000)
    const { context } = scenario.fixture
    scenario.bank.trouble = () => 'lose-paid'
    const outrun: PayingBank = {
      ...(context.payers.get(1) as PayingBank),
      inquire: async () => {
        await followWithdrawal(context, id)
        return { end: 'refused', code: '4091601' }
      },
    }
    const result = await followWithdrawal({ ...context, payers: new Map([[1, outrun]]) }, id)
    expect([result, await stateOf(id)]).toEqual([{ again: '2 seconds' }, 'SENT'])
    await scenario.followAll()
    expect([await stateOf(id), orders(id), await lender.cash()]).toEqual(['PAID', 1, 797_500])
  })

  test('the bank rejects as too old the order of a process that stalled until the withdrawal was returned', async () => {
    const lender = await scenario.lender()
    const { id } = await lender.withdraw(200_000)
    const { context } = scenario.fixture
    const real = context.payers.get(1) as PayingBank
    const late: PayingBank = {
      ...real,
      transfer: async (order) => {
        await scenario.followAll()
        expect(await stateOf(id)).toBe('RETURNED LOST')
        return real.transfer(order)
      },
    }
    const then = new Date(Date.now() - 1_200_000)
    const clock = { ...context.clock, now: () => then }
    await followWithdrawal({ ...context, clock, payers: new Map([[1, late]]) }, id)
    expect(scenario.bank.rejected.splice(0)).toContain('timestamp')
    await scenario.followAll()
    expect([await stateOf(id), orders(id), paid(id)]).toEqual(['RETURNED LOST', 0, false])
    expect(await lender.cash()).toBe(1_000_000)
  })

  test('concurrent workers with the same withdrawal job order one transfer', async () => {
    const lender = await scenario.lender()
    const { id } = await lender.withdraw(200_000)
    const { context } = scenario.fixture
    await Promise.all(Array.from({ length: 5 }, () => followWithdrawal(context, id)))
    await scenario.followAll()
    expect([await stateOf(id), orders(id)]).toEqual(['PAID', 1])
  })
})

test('FIX-10 a bank status with another amount moves no money, and is asked for hourly until the amount is right', async () => {
  const lender = await scenario.lender()
  const { id } = await lender.withdraw(200_000)
  scenario.bank.trouble = () => 'hang-paid'
  await scenario.follow(0)
  const transfer = scenario.bank.transfers.get(referenceOf(id))
  if (!transfer) throw new Error('the bank knows nothing of it')
  transfer.amount = 199_999
  for (let hour = 1; hour <= 20; hour += 1) await scenario.follow(hour * 3_600)
  const [job] = await many<{ dead: boolean; error: string; attempts: number }>(
    scenario.fixture.context.db,
    'test.job',
    `select dead_at is not null as dead, last_error as error, attempts from job
      where kind = 'withdrawal.follow' and payload = jsonb_build_object('withdrawalId', $1::text)`,
    [id],
  )
  expect(job).toMatchObject({ dead: false, error: expect.stringMatching(/^CONFLICT: .*199999.*200000/) })
  expect(await stateOf(id)).toBe('SENT')
  expect(await lender.cash()).toBe(797_500)
  transfer.amount = 200_000
  await scenario.follow(22 * 3_600)
  expect(await stateOf(id)).toBe('PAID')
})
