import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import { Database, run } from '../../platform/db/database.ts'
import { readExposition } from '../../platform/metrics/testing/read-exposition.ts'
import { makeBooksChecker } from './index.ts'
import { watch as watchBooks } from './metrics.ts'

let fixture: Fixture
let owner: Database
beforeAll(async () => {
  fixture = await makeFixture({ settings: { BOOKS_CHECK_SECONDS: '60', BOOKS_CHECK_HOUR: '2' } })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
  watchBooks(fixture.context)
})
beforeEach(async () => {
  fixture.travel(undefined)
  await run(
    owner,
    'test.forget_checks',
    `update books_check set claimed_until = null, ended_at = null, seconds = null, breaches = '{}'`,
  )
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

async function metric(name: string, labels: Record<string, string>): Promise<number | undefined> {
  const read = readExposition(await fixture.context.metrics.text()).get(name)
  return read?.samples.find((sample) =>
    Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value
}

/** Changes the balance of a lender's cash outside the ledger. */
const damage = (lenderId: number, by: number) =>
  run(
    owner,
    'test.damage_cash',
    `update account set balance = balance + $2 where kind = 'LENDER_CASH' and owner_id = $1`,
    [lenderId, by],
  )

test('the incremental books check finds a balance that was changed outside the ledger, until it is repaired', async () => {
  const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
  const checker = makeBooksChecker(fixture.context)
  expect(await checker.changes()).toEqual([])
  expect(await metric('pematang_books_breaches', { invariant: 'I3b' })).toBe(0)

  await damage(lenderId, 7)
  for (const shift of ['1 minute', '2 minutes']) {
    fixture.travel(shift)
    expect((await checker.changes())?.map(({ invariant }) => invariant)).toContain('I3b')
    expect(await metric('pematang_books_breaches', { invariant: 'I3b' })).toBe(1)
  }
  await damage(lenderId, -7)
  fixture.travel('3 minutes')
  expect(await checker.changes()).toEqual([])
  expect(await metric('pematang_books_breaches', { invariant: 'I3b' })).toBe(0)
})

test('a books check is skipped while another worker runs one or has just finished one', async () => {
  const [one, other] = [makeBooksChecker(fixture.context), makeBooksChecker(fixture.context)]
  const both = await Promise.all([one.changes(), other.changes()])
  expect(both.filter((breaches) => breaches !== null)).toEqual([[]])
  expect(await other.changes()).toBeNull()
  fixture.travel('1 minute')
  expect(await other.changes()).toEqual([])
})

test('the incremental books check pauses three times as long as it took', async () => {
  const checker = makeBooksChecker(fixture.context)
  await checker.changes()
  await run(owner, 'test.slow_check', `update books_check set seconds = 50 where kind = 'CHANGES'`)
  fixture.travel('140 seconds')
  expect(await checker.changes()).toBeNull()
  fixture.travel('160 seconds')
  expect(await checker.changes()).toEqual([])
})

test('the full books check runs once a night, and every hour after a breach', async () => {
  const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
  const checker = makeBooksChecker(fixture.context)
  expect(await checker.whole()).toEqual([])
  expect(await metric('pematang_books_check_age_seconds', { check: 'whole' })).toBeLessThan(60)
  expect(await checker.whole()).toBeNull()
  fixture.travel('24 hours')
  await damage(lenderId, 5)
  expect((await checker.whole())?.length).toBeGreaterThan(0)
  expect(await checker.whole()).toBeNull()
  fixture.travel('25 hours 1 minute')
  await damage(lenderId, -5)
  expect(await checker.whole()).toEqual([])
})

test('the metrics and `books waiting` report how many records wait, the age of the oldest, and those without a job', async () => {
  const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
  const loan = await aLoan(fixture.context, { totalLoan: 1_000_000 })
  const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 300_000 })
  fixture.travel('10 minutes')
  expect(await metric('pematang_waiting', { kind: 'signing.follow' })).toBe(1)
  expect(await metric('pematang_waiting_oldest_seconds', { kind: 'signing.follow' })).toBeGreaterThan(595)
  const operator = operatorOn(fixture)
  expect((await operator(['books', 'waiting'])).out).toContain('signing.follow  1, yang tertua 10 menit')
  const alive = await operator(['books', 'waiting', '--kind', 'signing.follow'])
  expect([alive.exit, alive.out]).toEqual([0, expect.stringContaining('pekerjaan alive')])
  await run(owner, 'test.lose_job', `delete from job where payload ->> 'fundingId' = $1`, [fundingId])
  const lost = await operator(['books', 'waiting', '--kind', 'signing.follow'])
  expect([lost.exit, lost.out]).toEqual([1, expect.stringContaining('pekerjaan none')])
})
