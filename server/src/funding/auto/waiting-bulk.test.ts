import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRound, drain, fundingsOf, type Investor } from '../../../testing/auto-rounds.ts'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { makeRoundFixture, type RoundFixture } from './testing/fixture.ts'

let fixture: RoundFixture
beforeAll(async () => {
  fixture = await makeRoundFixture()
  await fixture.separate()
})
afterAll(() => fixture.close())

const borrower = { borrowerNumber: 'B-BOTH', borrowerName: 'Usaha Bersama' }

async function submitBulkOf({ lenderId }: Investor): Promise<void> {
  await offerBulk(fixture.context, lenderId)
  await submitProduct(fixture.context, lenderId, await aProduct(fixture.context, [1_000_000], borrower))
}

test('AUT-06 a bulk funding that waits counts for the limit per borrower of a strategy, in the allocation and when an order is funded', async () => {
  const { context } = fixture
  const [before, meanwhile, without] = [
    await fixture.investor({ mostPerBorrower: 1_000_000 }),
    await fixture.investor({ mostPerBorrower: 1_000_000 }),
    await fixture.investor({ mostPerBorrower: 1_000_000 }),
  ]
  await submitBulkOf(before)
  await fixture.offer(borrower)
  expect(await aRound(context)).toMatchObject({ decisions: 2 })
  await submitBulkOf(meanwhile)
  await drain(context)
  expect(await Promise.all([before, meanwhile, without].map((each) => fixture.endsOf(each)))).toEqual([
    ['BORROWER'],
    ['BORROWER'],
    ['SETTLED'],
  ])
  const funded = await fundingsOf(
    context,
    [before, meanwhile, without].map(({ lenderId }) => lenderId),
  )
  expect(funded.map(({ lenderId }) => lenderId)).toEqual([without.lenderId])
  expect(await fixture.books()).toEqual([])
})
