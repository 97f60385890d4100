import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { aCrowd, theirAgreements } from '../../../testing/crowd.ts'
import { aLoan, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { makeFundingBatcher } from './index.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

test('FND-02 when 200 lenders fund the last remainder of a loan concurrently, it is funded once', async () => {
  const { context } = fixture
  const slices = 7
  const amount = 1_500_000
  const loan = await aLoan(context, { totalLoan: slices * amount, minimumFunding: amount })
  const lenders = await aCrowd(
    context,
    Array.from({ length: 200 }, () => amount),
  )
  await theirAgreements(
    context,
    lenders.map((lenderId) => ({ lenderId, ...loan, amount })),
  )

  const batcher = makeFundingBatcher(context)
  const ends = await Promise.all(
    lenders.map(async (lenderId) => {
      try {
        await batcher.fund({
          actor: { kind: 'lender', lenderId },
          input: { loanId: loan.loanId, amount },
          key: context.random.uuid(),
        })
        return 'ok'
      } catch (error) {
        if (error instanceof Refusal) return error.code
        throw error
      }
    }),
  )

  expect(ends.filter((end) => end === 'ok')).toHaveLength(slices)
  expect(ends.filter((end) => end === 'LOAN_TAKEN')).toHaveLength(200 - slices)
  const sold = await many<{ id: string; amount: number }>(
    context.db,
    'test.sold',
    'select id, amount from funding where loan_id = $1',
    [loan.loanId],
  )
  expect(sold.reduce((sum, funding) => sum + funding.amount, 0)).toBe(slices * amount)
  expect(await fixture.books()).toEqual([])
  for (const { id } of sold) await signFunding(context, id)
  expect(await fixture.books()).toEqual([])
})
