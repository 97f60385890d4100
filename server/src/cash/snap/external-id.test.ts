import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { nextExternalId } from './testing/bank.ts'
import { aBankScenario, aDepositor, type BankScenario, countRows } from '../../../testing/snap-scenario.ts'

/** The instant that the clock of the database starts from; the time that passes is added. */
let start: Date | undefined
let begun = 0
const now = () => (start ? new Date(start.getTime() + Date.now() - begun) : new Date())
const set = (text: string): void => {
  start = new Date(text)
  begun = Date.now()
}

let scenario: BankScenario
let lender: Awaited<ReturnType<typeof aDepositor>>
beforeAll(async () => {
  scenario = await aBankScenario({
    database: {
      timeShift: () => (start ? `${start.getTime() - begun} milliseconds` : undefined),
    },
    // Far apart from the clock of the computer, so the tolerance is that of the database's clock alone.
    settings: { SNAP_SKEW_SECONDS: '600' },
  })
  set('2027-03-09T04:00:00+07:00')
  lender = await aDepositor(scenario.fixture)
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

let ids = 0
const aPayment = (amount: number) => ({ id: `DAY-${(ids += 1)}`, number: lender.numbers[1], amount })
const cash = async () => (await cashOf(scenario.fixture.context.db, lender.lenderId)).available

/** Sends a notice with a token and a timestamp of the moment. @returns the code of the answer */
async function pay(payment: ReturnType<typeof aPayment>, externalId: string, more: object = {}) {
  const timestamp = now().toISOString()
  const token = String((await scenario.bni.askToken({ timestamp })).json['accessToken'])
  return (await scenario.bni.pay(payment, more, { externalId, token, timestamp })).code
}

test('API-01 an X-EXTERNAL-ID is refused for any second call of its day, and a notice that is sent again under another one is answered as the first time', async () => {
  const before = await cash()
  const [first, second] = [aPayment(10_000), aPayment(20_000)]
  const externalId = nextExternalId()
  expect(await pay(first, externalId)).toBe('2002500')
  expect(await pay(first, externalId)).toBe('4092500')
  expect(await pay(first, externalId, { flagAdvise: 'Y' })).toBe('4092500')
  expect(await pay(second, externalId)).toBe('4092500')
  expect(await cash()).toBe(before + 10_000)
  expect(await countRows(scenario.fixture, 'bank_conflict')).toBe(0)
  expect([await pay(first, nextExternalId()), await pay(second, nextExternalId())]).toEqual([
    '2002500',
    '2002500',
  ])
  expect(await cash()).toBe(before + 30_000)
})

test('API-01 the day of an X-EXTERNAL-ID ends at midnight in Jakarta, when another payment may have it', async () => {
  const before = await cash()
  const [evening, night, morning, noon] = [aPayment(1_000), aPayment(2_000), aPayment(4_000), aPayment(8_000)]
  const externalId = nextExternalId()
  // Early in the morning of the same day in Jakarta it is still the day before in UTC.
  set('2027-03-10T06:59:00+07:00')
  expect(await pay(evening, externalId)).toBe('2002500')
  set('2027-03-10T07:01:00+07:00')
  expect(await pay(night, externalId)).toBe('4092500')
  set('2027-03-10T23:58:00+07:00')
  expect(await pay(night, externalId)).toBe('4092500')
  set('2027-03-11T00:00:00+07:00')
  expect(await pay(morning, externalId)).toBe('2002500')
  expect(await pay(night, externalId)).toBe('4092500')
  set('2027-03-12T00:00:00+07:00')
  // The same payment on the next day under its id of the day before is the same payment still.
  expect(await pay(morning, externalId)).toBe('2002500')
  expect(await pay(noon, nextExternalId())).toBe('2002500')
  expect(await cash()).toBe(before + 1_000 + 4_000 + 8_000)
})

test('twenty notices of different payments under one X-EXTERNAL-ID at the same time credit one of them', async () => {
  const before = await cash()
  const externalId = nextExternalId()
  const timestamp = now().toISOString()
  const token = String((await scenario.bni.askToken({ timestamp })).json['accessToken'])
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => scenario.bni.pay(aPayment(5_000), {}, { externalId, token, timestamp })),
  )
  const codes = answers.map(({ code }) => code).toSorted()
  expect(codes).toEqual(['2002500', ...Array<string>(19).fill('4092500')])
  expect(await cash()).toBe(before + 5_000)
})
