import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { logIn, startApp, type TestApp } from '../../../testing/http.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

test('CHO-10 a bulk funding shows each borrower’s share including reservations, with a warning above the threshold', async () => {
  const { context } = fixture
  const lender = await logIn(fixture, app, { cash: 100_000_000, userTypeId: 3 })
  const before = await aProduct(context, [6_000_000])
  const product = await aProduct(context, [3_000_000, 1_000_000])
  const path = `/marketplace/bulk/concentration?bulk_secure_id=${product.uploadId}`
  expect((await lender.get(path)).json.code).toBe('BULK_NOT_FOUND')
  await offerBulk(context, lender.lenderId)
  await submitProduct(context, lender.lenderId, before)
  const { status, json } = await lender.get(path)
  expect([status, json.portfolio, json.afterwards]).toEqual([200, 6_000_000, 10_000_000])
  const borrowers = json.parts.filter(({ kind }: { kind: string }) => kind === 'BORROWER')
  expect(
    borrowers.map(({ amount, share, isAbove }: { amount: number; share: string; isAbove: boolean }) => [
      amount,
      share,
      isAbove,
    ]),
  ).toEqual([
    [3_000_000, '30,00%', true],
    [1_000_000, '10,00%', false],
  ])
})
