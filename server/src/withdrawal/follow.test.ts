import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayingBank, TransferOrder } from '../outside/bank/port.ts'
import type { Trouble } from '../outside/bank/testing/paying-bank.ts'
import { perform } from '../platform/mutation.ts'
import { keepBankAccount } from '../profile/index.ts'
import { takeToSend } from './end-withdrawal.ts'
import { followWithdrawal, referenceOf } from './follow.ts'
import { aWithdrawalStage, statesOf, type WithdrawalStage } from './testing/stage.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await aWithdrawalStage()
})
afterAll(() => stage.close())
beforeEach(() => {
  stage.bank.trouble = () => 'none'
  stage.bank.offline = false
})
afterEach(async () => {
  expect(await stage.world.books()).toEqual([])
  expect(stage.bank.rejected.filter((why) => why !== 'token')).toEqual([])
})

const stateOf = async (id: string) => (await statesOf(stage.world)).get(id)
const paid = (id: string) => stage.bank.transfers.get(referenceOf(id))?.status === '00'
/** How often the bank was given the order, and took a look at it. */
const orders = (id: string) => stage.bank.orders.get(referenceOf(id)) ?? 0

test('WDR-05 is held at once, paid out once to the registered account, and settled with its fee', async () => {
  const lender = await stage.lender()
  const { id, accountNumber } = await lender.withdraw(400_000)
  expect(await lender.cash()).toBe(597_500)
  expect(await stateOf(id)).toBe('HELD')
  await stage.follow(0)
  expect(await stateOf(id)).toBe('PAID')
  expect(stage.bank.transfers.get(referenceOf(id))).toMatchObject({ amount: 400_000, account: accountNumber })
  expect(await lender.cash()).toBe(597_500)
  expect([await stage.follow(3_600), orders(id)]).toEqual([0, 1])
})

describe('WDR-05 whatever happens to an order it is paid or returned, once', () => {
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
  ])('%s', async (trouble, end, given) => {
    stage.bank.trouble = () => trouble
    const lender = await stage.lender()
    const { id } = await lender.withdraw(200_000)
    await stage.followAll()
    expect([await stateOf(id), orders(id), paid(id)]).toEqual([end, given, end === 'PAID'])
    expect(await lender.cash()).toBe(end === 'PAID' ? 797_500 : 1_000_000)
    const { list } = (await lender.get('/notices')).json
    expect(list.map(({ title }: { title: string }) => title)).toEqual(
      end === 'PAID' ? [] : ['Penarikan dana tidak berhasil'],
    )
    if (end !== 'PAID') expect(list[0].message).toContain('Rp202.500')
  })

  test.each<[Trouble, string]>([
    ['pending-paid', 'PAID'],
    ['pending-failed', 'RETURNED STATUS_06'],
  ])('%s: it waits for as long as the bank does', async (trouble, end) => {
    stage.bank.trouble = () => trouble
    const lender = await stage.lender()
    const { id } = await lender.withdraw(200_000)
    for (const seconds of [0, 60, 3_600, 86_400, 200_000]) await stage.follow(seconds)
    expect([await stateOf(id), await lender.cash()]).toEqual(['SENT', 797_500])
    stage.bank.finish()
    await stage.follow(300_000)
    expect([await stateOf(id), orders(id)]).toEqual([end, 1])
    expect(await lender.cash()).toBe(end === 'PAID' ? 797_500 : 1_000_000)
  })

  test('an order that arrives late is found, for the money is not given back before the bank would refuse it', async () => {
    stage.bank.trouble = () => 'late'
    const lender = await stage.lender()
    const { id } = await lender.withdraw(200_000)
    for (const seconds of [0, 60, 200, 400, 800]) await stage.follow(seconds)
    expect(await stateOf(id)).toBe('SENT')
    stage.bank.deliverLate()
    await stage.followAll()
    expect([await stateOf(id), orders(id), paid(id)]).toEqual(['PAID', 1, true])
  })
})

describe('WDR-05 a bank that is away', () => {
  test('before the order it is waited for; after a day nothing was ordered and the money is back', async () => {
    stage.bank.offline = true
    const [patient, unlucky] = [await stage.lender(), await stage.lender()]
    const first = await patient.withdraw(200_000)
    for (const seconds of [0, 60, 3_600]) await stage.follow(seconds)
    expect(await stateOf(first.id)).toBe('HELD')
    stage.bank.offline = false
    await stage.follow(7_200)
    expect([await stateOf(first.id), orders(first.id)]).toEqual(['PAID', 1])
    stage.bank.offline = true
    const second = await unlucky.withdraw(200_000)
    await stage.follow(100_000)
    expect([await stateOf(second.id), orders(second.id)]).toEqual(['RETURNED NEVER_TAKEN', 0])
    expect(await unlucky.cash()).toBe(1_000_000)
  })

  test('its tokens are used until it does not take them, and then it is asked for another', async () => {
    const lender = await stage.lender()
    await lender.withdraw(100_000)
    await stage.followAll()
    const before = stage.bank.tokens
    await lender.withdraw(100_000)
    await stage.followAll()
    expect(stage.bank.tokens).toBe(before)
    stage.bank.dropTokens()
    const { id } = await lender.withdraw(100_000)
    await stage.followAll()
    expect([await stateOf(id), stage.bank.tokens]).toEqual(['PAID', before + 1])
  })
})

describe('WDR-05 an account that takes no money', () => {
  test.each([
    [{ unknown: true } as const, 'RETURNED 4041611'],
    [{ status: 'Inactive' }, 'RETURNED ACCOUNT_INACTIVE'],
    [{ name: 'Somebody Else' }, 'RETURNED ACCOUNT_OF_OTHERS'],
  ])('%j is found before the order', async (known, end) => {
    const lender = await stage.lender()
    const { id, accountNumber } = await lender.withdraw(200_000)
    stage.bank.accounts.set(accountNumber, known)
    await stage.followAll()
    expect([await stateOf(id), orders(id), await lender.cash()]).toEqual([end, 0, 1_000_000])
  })

  test.each([
    ['PEMBERI  DANA', 'PAID'],
    ['PEMBERI', 'RETURNED ACCOUNT_OF_OTHERS'],
  ])('a name that the bank has as %s', async (name, end) => {
    const lender = await stage.lender()
    const { id, accountNumber } = await lender.withdraw(200_000)
    stage.bank.accounts.set(accountNumber, { name })
    await stage.followAll()
    expect(await stateOf(id)).toBe(end)
  })

  test('another account that is registered meanwhile does not get what was asked for before', async () => {
    const lender = await stage.lender()
    const { id, accountNumber } = await lender.withdraw(200_000)
    await perform(stage.world.context, keepBankAccount, {
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
    await stage.followAll()
    expect(stage.bank.transfers.get(referenceOf(id))?.account).toBe(accountNumber)
  })
})

describe('WDR-05 cut off between any two steps', () => {
  test('after it was noted that the order is given, nobody gives it: it is asked for, and returned', async () => {
    const lender = await stage.lender()
    const { id } = await lender.withdraw(200_000)
    const { context } = stage.world
    expect(await perform(context, takeToSend, { actor: { kind: 'system' }, input: { id } })).toEqual({
      mine: true,
    })
    expect(await perform(context, takeToSend, { actor: { kind: 'system' }, input: { id } })).toEqual({
      mine: false,
    })
    await stage.follow(60)
    expect([await stateOf(id), orders(id)]).toEqual(['SENT', 0])
    await stage.followAll()
    expect([await stateOf(id), orders(id), await lender.cash()]).toEqual(['RETURNED LOST', 0, 1_000_000])
  })

  test.each(['inquire', 'transfer'] as const)('at %s, before it and after it', async (call) => {
    const { context } = stage.world
    for (const when of ['before', 'after']) {
      const lender = await stage.lender()
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
      await stage.followAll()
      const lost = call === 'transfer' && when === 'before'
      expect([await stateOf(id), orders(id)]).toEqual(lost ? ['RETURNED LOST', 0] : ['PAID', 1])
      expect(await lender.cash()).toBe(lost ? 1_000_000 : 797_500)
      expect(await followWithdrawal(context, id)).toBeUndefined()
    }
  })

  test('what was found out before the order returns nothing that somebody else has ordered meanwhile', async () => {
    const lender = await stage.lender()
    const { id } = await lender.withdraw(200_000)
    const { context } = stage.world
    stage.bank.trouble = () => 'lose-paid'
    const outrun: PayingBank = {
      ...(context.payers.get(1) as PayingBank),
      inquire: async () => {
        await followWithdrawal(context, id)
        return { end: 'refused', code: '4091601' }
      },
    }
    const result = await followWithdrawal({ ...context, payers: new Map([[1, outrun]]) }, id)
    expect([result, await stateOf(id)]).toEqual([{ again: '2 seconds' }, 'SENT'])
    await stage.followAll()
    expect([await stateOf(id), orders(id), await lender.cash()]).toEqual(['PAID', 1, 797_500])
  })

  test('an order of a process that stood still until the money was back is too old for the bank', async () => {
    const lender = await stage.lender()
    const { id } = await lender.withdraw(200_000)
    const { context } = stage.world
    const real = context.payers.get(1) as PayingBank
    const late: PayingBank = {
      ...real,
      transfer: async (order) => {
        await stage.followAll()
        expect(await stateOf(id)).toBe('RETURNED LOST')
        return real.transfer(order)
      },
    }
    const then = new Date(Date.now() - 1_200_000)
    const clock = { ...context.clock, now: () => then }
    await followWithdrawal({ ...context, clock, payers: new Map([[1, late]]) }, id)
    expect(stage.bank.rejected.splice(0)).toContain('timestamp')
    await stage.followAll()
    expect([await stateOf(id), orders(id), paid(id)]).toEqual(['RETURNED LOST', 0, false])
    expect(await lender.cash()).toBe(1_000_000)
  })

  test('two workers with the same job give one order', async () => {
    const lender = await stage.lender()
    const { id } = await lender.withdraw(200_000)
    const { context } = stage.world
    await Promise.all(Array.from({ length: 5 }, () => followWithdrawal(context, id)))
    await stage.followAll()
    expect([await stateOf(id), orders(id)]).toEqual(['PAID', 1])
  })
})
