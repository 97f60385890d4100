import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aBankScenario, aDepositor, type BankScenario, countRows } from '../../../testing/snap-scenario.ts'
import { creditTopUp } from './credit-top-up.ts'
import { assignSuspense, listConflicts, listSuspense } from './index.ts'

let scenario: BankScenario
let lender: Awaited<ReturnType<typeof aDepositor>>
beforeAll(async () => {
  scenario = await aBankScenario()
  lender = await aDepositor(scenario.fixture)
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})

const unknownNumber = '988009999999999'
const operator = { kind: 'operator', name: 'test' } as const
let ids = 0
const nextId = () => `ONE-${(ids += 1)}`

const cash = async (lenderId = lender.lenderId) =>
  (await cashOf(scenario.fixture.context.db, lenderId)).available
const waiting = async () =>
  (await listSuspense(scenario.fixture.context.db)).reduce((sum, { amount }) => sum + amount, 0)

type Recorded = { amount?: number; lenderId?: number; referenceNo?: string }
const record = (paymentRequestId: string, { amount = 90_000, lenderId, referenceNo }: Recorded = {}) =>
  perform(scenario.fixture.context, creditTopUp, {
    actor: operator,
    input: {
      bank: 'BNI',
      paymentRequestId,
      referenceNo,
      lenderId: lenderId ?? lender.lenderId,
      amount,
      reason: 'test',
    },
  })
const notify = async (id: string, number = lender.numbers[1], more: object = {}, amount = 90_000) =>
  (await scenario.bni.pay({ id, number, amount }, { referenceNo: `R-${id}`, ...more })).code

/** Starts all calls concurrently; the order within a pair alternates. */
async function inPairs(count: number, pair: (place: number) => readonly (() => Promise<unknown>)[]) {
  const calls = Array.from({ length: count }, (_, place) => {
    const both = pair(place)
    return place % 2 === 0 ? both : both.toReversed()
  })
  await Promise.allSettled(calls.flat().map((call) => call()))
}

describe('one payment, reported by a bank and by an operator', () => {
  test('FIX-12 a payment reported by bank and operator at the same time is credited once when the virtual account is unknown', async () => {
    const before = [await cash(), await waiting()] as const
    await inPairs(150, () => {
      const id = nextId()
      return [() => notify(id, unknownNumber), () => record(id)]
    })
    const [credited, suspended] = [(await cash()) - before[0], (await waiting()) - before[1]]
    expect(credited + suspended).toBe(150 * 90_000)
    expect(await scenario.fixture.books()).toEqual([])
  })

  test('FIX-12 a payment reported by bank and operator at the same time is credited once when the operator gives the bank’s reference', async () => {
    const before = [await cash(), await waiting()] as const
    await inPairs(60, (place) => {
      const id = nextId()
      return [() => notify(id, place % 3 === 0 ? lender.numbers[1] : unknownNumber), () => record(`R-${id}`)]
    })
    const [credited, suspended] = [(await cash()) - before[0], (await waiting()) - before[1]]
    expect(credited + suspended).toBe(60 * 90_000)
    expect(await scenario.fixture.books()).toEqual([])
  })

  test.each([
    ['its paymentRequestId', (id: string) => id],
    ['its reference number', (id: string) => `R-${id}`],
    ['its reference number in lower case with spaces', (id: string) => ` r-${id.toLowerCase()} `],
  ])(
    'FIX-12 a bank notice credits nothing for a payment that an operator recorded by %s',
    async (_, nameOf) => {
      for (const number of [lender.numbers[1], unknownNumber]) {
        const id = nextId()
        expect(await record(nameOf(id))).toEqual({ credited: true })
        const before = [await cash(), await waiting()]
        expect(await notify(id, number)).toBe('2002500')
        expect(await notify(id, number, { flagAdvise: 'Y' })).toBe('2002500')
        expect(await record(nameOf(id))).toEqual({ credited: false })
        expect([await cash(), await waiting()]).toEqual(before)
      }
    },
  )

  test.each([
    ['its paymentRequestId', (id: string) => id],
    ['its reference number', (id: string) => `R-${id}`],
  ])(
    "FIX-12 a payment that an operator records by %s after the bank's notice is not credited again",
    async (_, nameOf) => {
      const [known, unknown] = [nextId(), nextId()]
      await notify(known)
      await notify(unknown, unknownNumber)
      const before = [await cash(), await waiting()]
      expect(await record(nameOf(known))).toEqual({ credited: false })
      await expect(record(nameOf(known), { amount: 90_001 })).rejects.toThrow('isi lain')
      await expect(record(nameOf(unknown))).rejects.toThrow('belum teridentifikasi')
      expect([await cash(), await waiting()]).toEqual(before)
    },
  )

  test('FIX-12 a payment assigned from suspense while its notice is repeated is credited once', async () => {
    const id = nextId()
    await notify(id, unknownNumber)
    const item = (await listSuspense(scenario.fixture.context.db)).find((one) => one.paymentRequestId === id)
    const before = await cash()
    await Promise.all([
      ...Array.from({ length: 5 }, () => notify(id, unknownNumber, { flagAdvise: 'Y' })),
      perform(scenario.fixture.context, assignSuspense, {
        actor: operator,
        input: { paymentId: item?.paymentId ?? '', lenderId: lender.lenderId, note: 'slip seen' },
      }),
      ...Array.from({ length: 5 }, () => record(id).catch(() => null)),
    ])
    expect(await record(`R-${id}`)).toEqual({ credited: false })
    expect(await cash()).toBe(before + 90_000)
  })

  test('FIX-12 a bank notice with another amount or lender than the operator recorded is a conflict', async () => {
    const another = await aDepositor(scenario.fixture)
    const [byAmount, byLender, byReference] = [nextId(), nextId(), nextId()]
    await record(byAmount)
    await record(byLender)
    await record(`R-${byReference}`)
    const before = [await cash(), await cash(another.lenderId), await waiting()]
    const conflicts = await countRows(scenario.fixture, 'bank_conflict')
    expect(await notify(byAmount, lender.numbers[1], {}, 90_001)).toBe('4042518')
    expect(await notify(byLender, another.numbers[1])).toBe('4042518')
    expect(await notify(byReference, another.numbers[1])).toBe('4042518')
    expect([await cash(), await cash(another.lenderId), await waiting()]).toEqual(before)
    expect(await countRows(scenario.fixture, 'bank_conflict')).toBe(conflicts + 3)
    const [last] = await listConflicts(scenario.fixture.context.db, { days: 1, ended: false })
    expect(last).toMatchObject({ paymentRequestId: byReference, number: null, amount: 90_000 })
  })

  test('FIX-12 a bank notice that matches the records of two operators is a conflict and credits nothing', async () => {
    const id = nextId()
    await record(id)
    await record(`R-${id}`)
    const before = await cash()
    expect(await notify(id)).toBe('4042518')
    expect(await cash()).toBe(before)
  })

  test('FIX-12 two payments of a bank with the same reference number are both credited', async () => {
    const before = await cash()
    const shared = { referenceNo: 'JURNAL-0001' }
    const [first, second] = [nextId(), nextId()]
    expect(await notify(first, lender.numbers[1], shared)).toBe('2002500')
    expect(await notify(second, lender.numbers[1], shared)).toBe('2002500')
    expect(await cash()).toBe(before + 180_000)
    // An operator's record uses the reference number of one of two payments, so the second notice is another payment.
    await record('JURNAL-0002')
    const again = { referenceNo: 'JURNAL-0002' }
    expect(await notify(nextId(), lender.numbers[1], again)).toBe('2002500')
    expect(await cash()).toBe(before + 270_000)
    expect(await notify(nextId(), lender.numbers[1], again)).toBe('2002500')
    expect(await cash()).toBe(before + 360_000)
  })
})
