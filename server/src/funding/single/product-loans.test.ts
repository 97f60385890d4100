import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { aProduct } from '../../../testing/bulk.ts'
import { theirAgreements } from '../../../testing/crowd.ts'
import { aLender, fund } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { prepareAgreement } from './prepare-agreement.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const amount = 500_000

test('a single funding of a loan offered only in a bulk product is refused', async () => {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 1_000_000 })
  const [loan] = (await aProduct(context, [10_000_000])).loans
  if (!loan) throw new Error('no loan')
  await expect(
    prepareAgreement(
      context,
      lenderId,
      { loanNumber: loan.loanNumber, lenderUserId: lenderId, amount },
      { requestId: 'test-request' },
    ),
  ).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' })
  // Existing agreements for the loan do not change that.
  await theirAgreements(context, [{ lenderId, ...loan, amount }])
  await expect(fund(context, { lenderId, loanId: loan.loanId, amount })).rejects.toMatchObject({
    code: 'LOAN_NOT_FOUND',
  })
  expect(await cashOf(context.db, lenderId)).toEqual({ available: 1_000_000, held: 0 })
  expect(await fixture.books()).toEqual([])
})
