import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { one } from '../db/database.ts'
import { watchClock } from './clock-watch.ts'
import { ordinaryQueue } from './ordinary-queue.ts'
import { claimJobs, enqueue } from './queue.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'looks at the clock an exact number of times' })
})
afterAll(() => fixture.close())

const claimed = async () => (await claimJobs(fixture.context.db, ordinaryQueue, 10)).length
const waiting = () =>
  one<{ seconds: number }>(
    fixture.context.db,
    'test.waiting',
    'select round(extract(epoch from max(run_at) - app_now()))::int as seconds from job',
  )
const schedule = (delay: string) =>
  enqueue(fixture.context.db, [{ id: fixture.context.random.uuid(), kind: 'test', payload: {}, delay }])

test('jobs that were postponed while the clock was ahead are due when it is set back, and later ones as much earlier', async () => {
  const warnings: object[] = []
  const { db } = fixture.context
  let elapsed = 0
  const look = watchClock(
    { db, log: { warn: (facts) => void warnings.push(facts) } },
    () => performance.now() + elapsed,
  )
  try {
    await look()
    fixture.travel('10 minutes')
    elapsed += 5_000
    await look()
    await schedule('0 seconds')
    await schedule('1 hour')
    fixture.travel(undefined)
    expect(await claimed()).toBe(0)
    expect((await waiting()).seconds).toBeGreaterThan(4_190)
    await look()
    expect(await claimed()).toBe(1)
    expect((await waiting()).seconds).toBeLessThanOrEqual(3_602)
    expect(warnings).toHaveLength(1)
  } finally {
    fixture.travel(undefined)
  }
})

test('jobs keep their due time while the clock of the database only advances', async () => {
  const { db } = fixture.context
  await db.query({ text: 'delete from job' })
  await schedule('30 seconds')
  let elapsed = 0
  const look = watchClock(
    { db, log: { warn: () => expect.unreachable('the clock was not set back') } },
    () => performance.now() + elapsed,
  )
  await look()
  // A request that took nine seconds.
  elapsed += 9_000
  await look()
  expect((await waiting()).seconds).toBeGreaterThan(25)
})
