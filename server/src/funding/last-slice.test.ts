import { afterAll, beforeAll, expect, test } from 'vitest'
import { many } from '../platform/db/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { aCrowd, theirAgreements } from '../testing/crowd.ts'
import { aLoan, signFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { makeFundingLane } from './index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('FND-02 200 lenders want the last slice at once: it is sold once, to the rupiah', async () => {
  const { context } = world
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

  const lane = makeFundingLane(context)
  const ends = await Promise.all(
    lenders.map(async (lenderId) => {
      try {
        await lane.fund({
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
  expect(ends.filter((end) => end === 'LOAN_CLOSED')).toHaveLength(200 - slices)
  const sold = await many<{ id: string; amount: number }>(
    context.db,
    'test.sold',
    'select id, amount from funding where loan_id = $1',
    [loan.loanId],
  )
  expect(sold.reduce((sum, funding) => sum + funding.amount, 0)).toBe(slices * amount)
  expect(await world.books()).toEqual([])
  for (const { id } of sold) await signFunding(context, id)
  expect(await world.books()).toEqual([])
})
