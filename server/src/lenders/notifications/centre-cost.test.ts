import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { aLender } from '../../../testing/people.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { listCentreNotices, noticeState } from './centre.ts'
import { deleteOldNotices } from './retention.ts'
import { readNotices } from './read-notices.ts'

const most = 100_000
let fixture: Fixture
let lenderId: number

/** A lender with 100,000 notices of three categories, a minute apart and all unread; the rarest is the oldest. */
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'the cost of statements is counted' })
  ;({ lenderId } = await aLender(fixture.context))
  await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    run(
      tx,
      'test.notices',
      `insert into notice (lender_id, id, kind, data, created_at)
       select $1, gen_random_uuid(),
              case when each > $2 - 5 then 'TOP_UP_CORRECTED' when each % 2 = 0 then 'FUNDING_EXPIRED' else 'OFFER_EXTENDED' end,
              '{"loanNumber": "T-1", "amount": 1, "owed": 0, "until": "2026-11-22"}',
              app_now() - each * interval '1 minute'
         from generate_series(1, $2::int) as each`,
      [lenderId, most],
    ),
  )
  await fixture.context.db.query({ text: 'analyze notice' })
})
afterAll(() => fixture.close())

/** The number of database blocks that the statements of some work read, from the cache or the disk. */
async function blocksOf(work: () => Promise<unknown>): Promise<number> {
  const blocks = async () => {
    await many(fixture.context.db, 'test.flush', 'select pg_stat_force_next_flush()')
    return (
      await one<{ blocks: number }>(
        fixture.context.db,
        'test.blocks',
        `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::bigint as blocks
           from pg_statio_user_tables where relname = 'notice'`,
      )
    ).blocks
  }
  const before = await blocks()
  await work()
  await many(fixture.context.db, 'test.flush', 'select pg_stat_force_next_flush()')
  return (await blocks()) - before
}

test('NTF-01 counting and listing 100,000 notifications of a lender by page reads a bounded number of rows', async () => {
  const { context } = fixture
  const page = (query: object) => () => listCentreNotices(context, lenderId, { limit: 20, ...query })
  const deep = `${(Date.now() - (most - 60) * 60_000) * 1_000}.ffffffff-ffff-ffff-ffff-ffffffffffff`
  for (const work of [
    () => noticeState(context, lenderId),
    page({}),
    page({ cursor: deep }),
    page({ category: 'MONEY' }),
    page({ unread: 'true' }),
    page({ unread: 'true', category: 'MONEY', cursor: deep }),
  ]) {
    expect(await blocksOf(work)).toBeLessThan(100)
  }
})

test('NTF-01 marking 100,000 notifications as read completes, and leaves an empty list of unread ones', async () => {
  const { context } = fixture
  const [newest] = (await listCentreNotices(context, lenderId, { limit: 1 })).list
  await readNotices(context, lenderId, { upTo: newest?.id ?? '' })
  expect((await noticeState(context, lenderId)).unread).toBe(0)
  expect((await listCentreNotices(context, lenderId, { limit: 20, unread: 'true' })).list).toEqual([])
})

test('NTF-01 notifications are deleted two years after they were made, and not before', async () => {
  const { context } = fixture
  const left = async () =>
    (await one<{ rows: number }>(context.db, 'test.left', 'select count(*) as rows from notice')).rows
  await deleteOldNotices(context.db)
  expect(await left()).toBe(most)
  fixture.travel('700 days')
  await deleteOldNotices(context.db)
  const rest = await left()
  expect(rest).toBeLessThan(most)
  expect(rest).toBeGreaterThan(0)
  fixture.travel('731 days')
  await deleteOldNotices(context.db)
  expect(await left()).toBe(0)
})
