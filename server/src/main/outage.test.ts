import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Fixture, makeFixture } from '../../testing/fixture.ts'
import { aLender, aLoan, reserveFunding } from '../../testing/people.ts'
import { longAgo } from '../../testing/servicing.ts'
import { Database, maybe, run } from '../platform/db/database.ts'
import { startRepeats } from '../platform/jobs/repeat.ts'
import { startSweeper } from '../platform/jobs/sweep.ts'
import { everyDistrict, sweptHourly } from './districts.ts'
import { repeatsOf } from './work.ts'

let fixture: Fixture
let owner: Database
beforeAll(async () => {
  fixture = await makeFixture({ settings: { BOOKS_CHECK_SECONDS: '60', BOOKS_CHECK_HOUR: '2' } })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

/** The invariants that the whole check found broken; undefined while it has not ended. */
const checked = () =>
  maybe<{ broken: string[] }>(
    fixture.context.db,
    'test.whole_check',
    `select array(select jsonb_object_keys(breaches)) as broken from books_check where kind = 'WHOLE' and ended_at is not null`,
    [],
  )

test('OPS-10 a worker that was away for days ends offers and revives jobs before its first whole check, which finds nothing broken', async () => {
  const { context } = fixture
  // Offers are open for 30 days: the worker went away before it could end this one, and comes back three days late.
  const now = () => new Date(Date.now() - 34 * 86_400_000)
  const then = { ...longAgo(context, 34), clock: { ...context.clock, now } }
  const forgotten = await aLoan(then, { totalLoan: 1_000_000 })
  const { lenderId } = await aLender(then, { cash: 1_000_000 })
  const reserved = await aLoan(then, { totalLoan: 1_000_000 })
  await reserveFunding(then, { lenderId, ...reserved, amount: 300_000 })
  await run(owner, 'test.kill_jobs', `update job set dead_at = now() - interval '4 days'`)
  expect(new Set((await fixture.books()).map(({ invariant }) => invariant))).toEqual(new Set(['I32', 'I34']))
  const { signal } = new AbortController()
  const sweeper = startSweeper(context, sweptHourly)
  const stop = startRepeats(context, await repeatsOf(everyDistrict, context, signal), [sweeper])
  const found = await vi.waitUntil(checked, { timeout: 90_000, interval: 200 })
  await Promise.all([stop(), sweeper.stop()])
  expect(found.broken).toEqual([])
  const status = await maybe<{ status: string }>(
    context.db,
    'test.status',
    'select status from loan_position where loan_id = $1',
    [forgotten.loanId],
  )
  expect(status).toEqual({ status: 'CANCELLED' })
})
