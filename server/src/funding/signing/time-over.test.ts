import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { makeSigningFixture, type SigningFixture } from '../../../testing/signing.ts'

let fixture: SigningFixture
beforeAll(async () => {
  fixture = await makeSigningFixture()
})
afterAll(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

test('FND-05 a funding ends within seconds of the end of its time for signing, and its state says that the time is over', async () => {
  const { context } = fixture
  const lender = await logIn(fixture, fixture.app, { cash: 1_000_000 })
  const { docToken } = await fixture.fund(lender, await aLoan(context), 1_000_000)
  const state = async () => (await lender.get(`/funding/status?docToken=${docToken}`)).json
  const { SIGNATURE_SECONDS: seconds, SIGNATURE_POLL_SECONDS: pause } = context.config
  // The provider is asked for the last time when less than the pause between two polls is left.
  fixture.travel(`${seconds - pause / 2} seconds`)
  await fixture.drain()
  expect(await state()).toMatchObject({ state: 'WAITING', isOverdue: false })
  fixture.travel(`${seconds + 1} seconds`)
  expect(await state()).toMatchObject({ state: 'WAITING', isOverdue: true })
  await fixture.drain()
  expect(await state()).toMatchObject({ state: 'EXPIRED', isOverdue: true })
})
