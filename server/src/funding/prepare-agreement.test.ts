import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderAgreement } from '../documents/index.ts'
import { sampleSnapshot } from '../documents/pdf/sample.ts'
import { many, one } from '../platform/db/database.ts'
import { makeAgreementRenderer } from '../documents/agreement-renderer.ts'
import { aLender, aLoan } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { prepareAgreement } from './prepare-agreement.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ withoutFaults: 'compares times of the processor' })
})
afterAll(() => world.close())

/** Milliseconds of the processor that this thread has used for it. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test('FND-03 twenty agreements at once are made beside the thread that answers', {
  timeout: 60_000,
}, async () => {
  const { context } = world
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  const { loanNumber } = await aLoan(context)
  const prepare = (index: number) => {
    const wish = { loanNumber, lenderUserId: lenderId, amount: 1_000_000 + index }
    return prepareAgreement(context, lenderId, wish, 'test-request')
  }
  const renderHere = (index: number) => {
    const snapshot = sampleSnapshot({ amount: 1_000_000 + index })
    return [renderAgreement('pp', snapshot), renderAgreement('ppfp', snapshot)]
  }
  // Both know their fonts.
  await prepare(0)
  renderHere(0)
  const made = await costOf(() => Promise.all(Array.from({ length: 20 }, (_, index) => prepare(1 + index))))
  const here = await costOf(() => [1, 2, 3, 4, 5].map(renderHere))
  expect(made / 20).toBeLessThan(here / 5 / 2)
  const { count } = await one<{ count: number }>(
    context.db,
    'test.agreements',
    'select count(distinct agreement_id)::int as count from document where lender_id = $1',
    [lenderId],
  )
  expect(count).toBe(21)
  expect(await world.books()).toEqual([])
})

test('an agreement that finds too many before it is refused at once, and nothing of it is kept', async () => {
  const renderer = makeAgreementRenderer({ threads: 1, queue: 2 })
  const context = { ...world.context, renderer }
  try {
    const { lenderId } = await aLender(context, { cash: 10_000_000 })
    const { loanNumber } = await aLoan(context)
    const ends = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        prepareAgreement(
          context,
          lenderId,
          { loanNumber, lenderUserId: lenderId, amount: 1_000_000 + index },
          'test-request',
        ),
      ),
    )
    const refused = ends.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const reason of refused) {
      expect(reason).toMatchObject({ code: 'OVERLOADED', status: 503, params: { retryAfterSeconds: 1 } })
    }
    const kept = await many(context.db, 'test.kept', 'select id from document where lender_id = $1', [
      lenderId,
    ])
    expect(kept).toHaveLength(2 * (12 - refused.length))
    expect(await world.books()).toEqual([])
  } finally {
    await renderer.close()
  }
})
