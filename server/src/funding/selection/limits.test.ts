import { randomUUID } from 'node:crypto'
import { refusals } from '@pematang/contract/catalogue'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aClass, incomeAlone, limitsInForce, refusalOf, roomNow } from '../../../testing/limits.ts'
import { aLender, reserveFunding } from '../../../testing/people.ts'
import { cashOf } from '../../books/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import { checkSelection } from './check.ts'
import { fundSelection } from './fund.ts'
import { aChoice, bodyOf, type Choice, read } from './testing/choice.ts'

const million = 1_000_000
const above = 'FUNDING_ABOVE_INCOME_LIMIT'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  await limitsInForce(fixture.context, incomeAlone)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

async function withIncome(yearlyIncome: number): Promise<LoggedIn> {
  const lender = await logIn(fixture, app, { cash: 50 * million })
  await aClass(fixture.context, lender.lenderId, { kind: 'INDIVIDUAL', yearlyIncome })
  return lender
}
const check = (lender: LoggedIn, choice: readonly Choice[]) =>
  lender.post('/funding/selection/check', bodyOf(choice))
const pay = (lender: LoggedIn, choice: readonly Choice[]) => lender.pay('/funding/selection', bodyOf(choice))

async function expectUntouched({ lenderId }: LoggedIn): Promise<void> {
  expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 50 * million, held: 0 })
  const { rows } = await one<{ rows: number }>(
    fixture.context.db,
    'test.rows',
    `select (select count(*) from funding_selection where lender_id = $1)
          + (select count(*) from funding where lender_id = $1) as rows`,
    [lenderId],
  )
  expect(rows).toBe(0)
}

test('LIM-02 CHO-08 the check of a selection of loans reports for each loan whether it exceeds the lender’s limit, before anything is signed', async () => {
  const lender = await withIncome(20 * million)
  const choice = await aChoice(fixture.context, lender.lenderId, [1_200_000, 1_000_000, 800_000])
  const { status, json } = await check(lender, choice)
  expect([status, json.total, json.cashBalance, json.fundingRoom]).toEqual([
    200,
    3 * million,
    50 * million,
    2 * million,
  ])
  expect(json.list.map(({ refusal }: { refusal: unknown }) => refusal)).toEqual([
    null,
    { code: above, message: refusals[above].sentence({ amount: 800_000 }) },
    null,
  ])
})

test('LIM-02 CHO-08 a selection of loans above the limit reserves nothing and names the remaining limit; one that reaches it is funded', async () => {
  const { context } = fixture
  const lender = await withIncome(20 * million)
  const choice = await aChoice(context, lender.lenderId, [1_200_000, 800_000, 100_000])
  const refused = await pay(lender, choice)
  expect([refused.status, refused.json.code, refused.json.message]).toEqual([
    400,
    above,
    'Sesuai batas menurut penghasilan tahunan Anda, jumlah yang masih dapat Anda danai adalah Rp2.000.000',
  ])
  await expectUntouched(lender)
  const { status, json } = await pay(lender, choice.slice(0, 2))
  expect([status, json.list.every(({ refusal }: { refusal: unknown }) => refusal === null)]).toEqual([
    200,
    true,
  ])
  expect(await roomNow(context, lender.lenderId)).toBe(0)
})

test('LIM-02 CHO-09 selected loans that others funded meanwhile do not count against the limit', async () => {
  const { context } = fixture
  const lender = await withIncome(20 * million)
  const choice = await aChoice(context, lender.lenderId, [1_500_000, 2 * million])
  const [taken] = choice
  const other = await aLender(context, { cash: 10 * million, userTypeId: 3 })
  await aClass(context, other.lenderId, { kind: 'COMPANY', yearlyIncome: null })
  if (taken) await reserveFunding(context, { lenderId: other.lenderId, ...taken, amount: 10 * million })
  const { json } = await pay(lender, choice)
  expect(json.list.map(({ refusal }: { refusal: { code: string } | null }) => refusal?.code ?? null)).toEqual(
    ['LOAN_TAKEN', null],
  )
})

test('LIM-01 CHO-08 a selection of a lender without a class, or with expired evidence, is refused with the matching message', async () => {
  const { context } = fixture
  const lender = await logIn(fixture, app, { cash: 50 * million })
  const choice = await aChoice(context, lender.lenderId, [million])
  for (const answer of [await check(lender, choice), await pay(lender, choice)])
    expect([answer.status, answer.json.code]).toEqual([403, 'LENDER_CLASS_MISSING'])
  await expectUntouched(lender)

  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now()) as today',
  )
  await aClass(context, lender.lenderId, {
    kind: 'INDIVIDUAL',
    yearlyIncome: 100 * million,
    validUntil: today,
  })
  expect((await check(lender, choice)).json.fundingRoom).toBe(10 * million)
  fixture.travel('1 day')
  await read(context, lender.lenderId, choice)
  const input = bodyOf(choice)
  const call = { actor: { kind: 'lender', lenderId: lender.lenderId } as const, input, key: randomUUID() }
  for (const work of [
    checkSelection(context, lender.lenderId, input.loans),
    perform(context, fundSelection, call),
  ])
    expect((await refusalOf(work)).message).toBe(refusals.INCOME_EVIDENCE_EXPIRED.sentence({}))
  await expectUntouched(lender)
})
