import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { releaseFunding } from '../../funding/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

test('a lender whose only funding is pending has no quality shares and a TKB of 100,00% everywhere', async () => {
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const loan = await aLoan(fixture.context)
  await reserveFunding(fixture.context, { lenderId: lender.lenderId, ...loan, amount: 1_000_000 })
  const { json } = await lender.get('/portfolio/insight')
  expect(json).toMatchObject({
    waiting: [{ reason: 'SIGNATURE', amount: 1_000_000 }],
    outstanding: 0,
    composition: { grades: [], loanTypes: [] },
    TKB90: '100,00%',
    TKB60: '100,00%',
    TKB30: '100,00%',
    TKB0: '100,00%',
  })
  const parts = json.quality.map(({ outstanding, share }: { outstanding: number; share: string }) => [
    outstanding,
    share,
  ])
  expect(parts).toEqual(Array.from({ length: 5 }, () => [0, '0,00%']))
})

test('a new lender’s first steps are completed by a top-up, a live reservation and a signature', async () => {
  const steps = async (lender: LoggedIn) => (await lender.get('/lender/first-steps')).json
  const nothing = { deposited: false, reserved: false, signed: false }
  expect(await steps(await logIn(fixture, app, { cash: 0 }))).toEqual(nothing)
  const lender = await logIn(fixture, app, { cash: 5_000_000 })
  const deposited = { ...nothing, deposited: true }
  expect(await steps(lender)).toEqual(deposited)

  const reservation = { lenderId: lender.lenderId, ...(await aLoan(fixture.context)), amount: 1_000_000 }
  const { fundingId } = await reserveFunding(fixture.context, reservation)
  expect(await steps(lender)).toEqual({ ...deposited, reserved: true })
  await perform(fixture.context, releaseFunding, {
    actor: { kind: 'system' },
    input: { fundingId, state: 'REJECTED' },
  })
  expect(await steps(lender)).toEqual(deposited)

  const again = await reserveFunding(fixture.context, reservation)
  await signFunding(fixture.context, again.fundingId)
  expect(await steps(lender)).toEqual({ deposited: true, reserved: true, signed: true })
})
