import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { aCrowd, theirAgreements } from '../../../testing/crowd.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aClass, incomeAlone, limitsInForce, roomNow } from '../../../testing/limits.ts'
import { aLoan } from '../../../testing/people.ts'
import { bulkFundingJobs, fundSelection, makeFundingBatcher } from '../../funding/testing.ts'
import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Database } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'

const million = 1_000_000

let fixture: Fixture
let context: Context
beforeAll(async () => {
  fixture = await makeFixture()
  context = fixture.context
})
afterAll(() => fixture.close())

/**
 * A process with its own connections that pauses before it writes: without a lock, all processes would use the same
 * remaining limit.
 */
function aProcess(): { process: Context; close: () => Promise<void> } {
  const { options } = context.db
  const db = new Database({
    ...options,
    async beforeStatement(text, client) {
      if (text.includes('insert into hold')) await context.clock.sleep(2)
      await options.beforeStatement?.(text, client)
    },
  })
  return { process: { ...context, db }, close: () => db.close() }
}

const placed = (work: Promise<unknown>, amount: number): Promise<number> =>
  work.then(
    () => amount,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'FUNDING_ABOVE_INCOME_LIMIT') return 0
      throw error
    },
  )

test('LIM-02 the limit of a lender is never exceeded when single, selected and bulk fundings reach it at the same moment', async () => {
  await limitsInForce(context, incomeAlone)
  const [lenderId = 0] = await aCrowd(context, [100 * million])
  await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 100 * million })
  await offerBulk(context, lenderId)
  const product = await aProduct(context, [million, 2 * million])
  const loan = await aLoan(context, { totalLoan: 100 * million })
  const chosen = await Promise.all([1, 2, 3, 4, 5].map(() => aLoan(context, { totalLoan: 50 * million })))
  const selections = Array.from({ length: 16 }, (_, place) =>
    chosen.map((one) => ({ ...one, amount: 100_000 + place * 1_000 })),
  )
  const amount = 150_000
  const singles = Array.from({ length: 120 }, () => ({ lenderId, ...loan, amount }))
  await theirAgreements(context, [...singles, ...selections.flat().map((one) => ({ lenderId, ...one }))])

  const processes = [aProcess(), aProcess()]
  const batchers = processes.map(({ process }) => makeFundingBatcher(process))
  const actor = { kind: 'lender', lenderId } as const
  const every = [
    ...singles.map((_, place) => {
      const input = { loanId: loan.loanId, amount }
      const batcher = required(batchers[place % 2], 'INTERNAL')
      return placed(batcher.fund({ actor, input, key: context.random.uuid() }), amount)
    }),
    ...selections.map((all, place) => {
      const { process } = required(processes[place % 2], 'INTERNAL')
      const input = { loans: all.map(({ loanNumber, amount: own }) => ({ loanNumber, amount: own })) }
      const total = all.reduce((sum, one) => sum + one.amount, 0)
      return placed(perform(process, fundSelection, { actor, input, key: context.random.uuid() }), total)
    }),
    placed(submitProduct(context, lenderId, product), 3 * million),
  ]
  const taken = (await Promise.all(every)).reduce((sum, one) => sum + one, 0)
  for (const { close } of processes) await close()

  // The single fundings alone would exceed the limit, so at least one of them was refused, and less than one of them
  // still fits.
  expect(taken).toBeLessThanOrEqual(10 * million)
  expect(10 * million - taken).toBeLessThan(amount)
  expect(await roomNow(context, lenderId)).toBe(10 * million - taken)
  await runAllJobs(context, bulkFundingJobs(context))
  expect(await roomNow(context, lenderId)).toBe(10 * million - taken)
  expect(await fixture.books()).toEqual([])
})
