import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../ledger/index.ts'
import { aProduct } from '../testing/bulk.ts'
import { theirAgreements } from '../testing/crowd.ts'
import { aLender, fund } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { prepareAgreement } from './prepare-agreement.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const amount = 500_000

test('a loan that is offered in a bulk product cannot be funded alone, as the marketplace shows none', async () => {
  const { context } = world
  const { lenderId } = await aLender(context, { cash: 1_000_000 })
  const [loan] = (await aProduct(context, [10_000_000])).loans
  if (!loan) throw new Error('no loan')
  await expect(
    prepareAgreement(
      context,
      lenderId,
      { loanNumber: loan.loanNumber, lenderUserId: lenderId, amount },
      'test-request',
    ),
  ).rejects.toMatchObject({ code: 'LOAN_NOT_FOUND' })
  // Not even with an agreement, however it was come by.
  await theirAgreements(context, [{ lenderId, ...loan, amount }])
  await expect(fund(context, { lenderId, loanId: loan.loanId, amount })).rejects.toMatchObject({
    code: 'LOAN_NOT_FOUND',
  })
  expect(await cashOf(context.db, lenderId)).toEqual({ available: 1_000_000, held: 0 })
  expect(await world.books()).toEqual([])
})
