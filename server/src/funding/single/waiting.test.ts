import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLender, aLoan, anAgreement, fund, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { fundLoan } from './fund-loan.ts'
import { waitingOf } from './waiting.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const amount = 500_000

async function aRepeater() {
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const loan = await aLoan(fixture.context)
  const wanted = { lenderId: lender.lenderId, ...loan, amount }
  for (let i = 0; i < 2; i += 1) await anAgreement(fixture.context, wanted)
  return { lender, loan, wanted, body: { ...loan, amount } }
}

const waiting = async (lender: LoggedIn, loanNumber: string, of = amount) =>
  (await lender.get(`/funding/waiting?loanNumber=${loanNumber}&amount=${of}`)).json.list

test('SCR-13 a second equal funding is refused while the lender has not seen that the first awaits its signature', async () => {
  const { lender, body } = await aRepeater()
  const first = await lender.pay('/funding', { ...body, knownWaiting: [] })
  const second = await lender.pay('/funding', { ...body, knownWaiting: [] })
  expect([first.status, second.status, second.json.code]).toEqual([200, 409, 'FUNDING_WAITS'])
  expect(await cashOf(fixture.context.db, lender.lenderId)).toEqual({ available: 4_500_000, held: 500_000 })

  const list = await waiting(lender, body.loanNumber)
  expect(list).toEqual([{ ...first.json, signBefore: expect.any(String) }])
  const onPurpose = await lender.pay('/funding', { ...body, knownWaiting: [first.json.docToken] })
  expect(onPurpose.status).toBe(200)
  expect((await waiting(lender, body.loanNumber)).map((one: { docToken: string }) => one.docToken)).toEqual([
    onPurpose.json.docToken,
    first.json.docToken,
  ])
})

test('SCR-13 the second of two equal fundings in one batch is refused', async () => {
  const { lender, loan } = await aRepeater()
  const { lenderId } = lender
  const call = (key: string) => ({
    actor: { kind: 'lender', lenderId } as const,
    input: { loanId: loan.loanId, amount, knownWaiting: [] },
    key,
  })
  const outcomes = await performBatch(fixture.context, fundLoan, [call('tab-one-1'), call('tab-two-1')])
  expect(outcomes.map((one) => ('error' in one ? String(one.error) : 'reserved'))).toEqual([
    'reserved',
    expect.stringContaining('masih menunggu tanda tangan'),
  ])
})

test('SCR-13 a second funding is accepted without knownWaiting, with another amount or for another loan', async () => {
  const { wanted } = await aRepeater()
  const other = await aLoan(fixture.context)
  await fund(fixture.context, { ...wanted, knownWaiting: [] })
  await fund(fixture.context, wanted)
  await anAgreement(fixture.context, { ...wanted, amount: 600_000 })
  await fund(fixture.context, { ...wanted, amount: 600_000, knownWaiting: [] })
  await anAgreement(fixture.context, { ...wanted, ...other })
  await fund(fixture.context, { ...wanted, ...other, knownWaiting: [] })
  expect((await cashOf(fixture.context.db, wanted.lenderId)).held).toBe(2_100_000)
})

test('SCR-13 the fundings that await a signature exclude signed and expired ones and those of other lenders', async () => {
  const { lender, wanted, loan } = await aRepeater()
  const neighbour = await aLender(fixture.context, { cash: 5_000_000 })
  await reserveFunding(fixture.context, { ...wanted, lenderId: neighbour.lenderId })
  expect(await waiting(lender, loan.loanNumber)).toEqual([])
  const { docToken } = await fund(fixture.context, { ...wanted, knownWaiting: [] })
  await signFunding(fixture.context, docToken)
  expect(await waiting(lender, loan.loanNumber)).toEqual([])
  await fund(fixture.context, { ...wanted, knownWaiting: [] })
  expect(await waiting(lender, loan.loanNumber)).toHaveLength(1)
  expect(await waiting(lender, loan.loanNumber, 600_000)).toEqual([])
  fixture.travel('2 days')
  const { lenderId } = lender
  expect(await waitingOf(fixture.context.db, { lenderId, loanNumber: loan.loanNumber, amount })).toEqual([])
})

test('SCR-11 the funding offer returns the current remainder of a loan, and 0 for a full loan', async () => {
  const { lender, loan } = await aRepeater()
  const neighbour = await aLender(fixture.context, { cash: 50_000_000 })
  const offer = async () => (await lender.get(`/funding/offer?loanNumber=${loan.loanNumber}`)).json
  const before = await offer()
  expect(before).toMatchObject({ progressPercentage: 0, minimumFunding: expect.any(Number) })
  const rest = before.outstandingFunding - 1_000_000
  await reserveFunding(fixture.context, { ...loan, lenderId: neighbour.lenderId, amount: rest })
  expect(await offer()).toEqual({
    ...before,
    outstandingFunding: 1_000_000,
    progressPercentage: Math.floor((rest / before.outstandingFunding) * 10_000) / 100,
  })
  await reserveFunding(fixture.context, { ...loan, lenderId: neighbour.lenderId, amount: 1_000_000 })
  expect(await offer()).toMatchObject({ outstandingFunding: 0, progressPercentage: 100 })
})
