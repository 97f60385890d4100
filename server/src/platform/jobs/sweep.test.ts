import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bulkFundingJobs } from '../../funding/testing.ts'
import { documentJobs } from '../../documents/testing.ts'
import { aPayingBank } from '../../cash/testing.ts'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { heldWithdrawals } from '../../../testing/held-withdrawal.ts'
import { many } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { Metrics } from '../metrics/metrics.ts'
import { startSweeper, sweepJobs } from './sweep.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
beforeEach(() => fixture.travel(undefined))
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const change = (text: string) =>
  inTransaction(fixture.context.db, { repeatable: true }, (tx) => tx.query({ text }))
const sweep = (without: readonly string[] = []) =>
  inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    sweepJobs(tx, fixture.context.random, { without }),
  )
const jobs = () =>
  many<{ kind: string; queue: string; dead: boolean; attempts: number }>(
    fixture.context.db,
    'test.jobs',
    'select kind, line as queue, dead_at is not null as dead, attempts from job order by kind, id',
  )
const broken = async () => (await fixture.books()).map(({ invariant, row }) => [invariant, row['kind']])

/** For each kind of job that records wait for: its queue, and a function that creates such a record. */
const awaited: [string, string, () => Promise<unknown>][] = [
  [
    'signing.follow',
    'ordinary',
    async () => {
      const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
      await reserveFunding(fixture.context, { lenderId, ...(await aLoan(fixture.context)), amount: 500_000 })
    },
  ],
  [
    'withdrawal.follow',
    'bank',
    () => heldWithdrawals({ ...fixture.context, banks: [aPayingBank()] }, [200_000]),
  ],
  ['bulk.fund', 'bulk', aBulkFunding],
  [
    'bulk.papers',
    'bulk',
    async () => {
      await aBulkFunding()
      const [fund] = Object.entries(bulkFundingJobs(fixture.context)).filter(([kind]) => kind === 'bulk.fund')
      await runAllJobs(fixture.context, Object.fromEntries(fund ? [fund] : []), silent).catch(() => {})
    },
  ],
  [
    'documents.factsheet',
    'bulk',
    async () => {
      const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
      const loan = await aLoan(fixture.context)
      const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 500_000 })
      await signFunding(fixture.context, fundingId)
    },
  ],
]
const silent = { error: () => {}, warn: () => {} }

async function aBulkFunding(): Promise<void> {
  const { lenderId } = await aLender(fixture.context, { cash: 5_000_000 })
  await offerBulk(fixture.context, lenderId)
  await submitProduct(fixture.context, lenderId, await aProduct(fixture.context, [1_000_000]))
}

describe('FIX-10 the sweeper', () => {
  test.each(awaited)(
    'FIX-10 I32 a missing or dead job %s is reported, and concurrent sweepers restore it exactly once',
    async (kind, queue, make) => {
      await make()
      const mine = async () => (await jobs()).filter((job) => job.kind === kind && !job.dead)
      const alive = (await mine()).length
      expect(alive).toBeGreaterThan(0)
      expect(await sweep()).toEqual([])

      await change(`delete from job where kind = '${kind}'`)
      expect(await broken()).toContainEqual(['I32', kind])
      const swept = (await Promise.all([sweep(), sweep(), sweep()])).flat()
      expect(swept).toEqual(
        Array.from({ length: alive }, () => ({ kind, how: 'made', payload: expect.any(Object) })),
      )
      expect(await mine()).toEqual(
        Array.from({ length: alive }, () => ({ kind, queue, dead: false, attempts: 0 })),
      )
      expect(await fixture.books()).toEqual([])

      await change(`update job set dead_at = app_now(), attempts = 12 where kind = '${kind}'`)
      expect(await fixture.books()).toEqual([])
      await change(`update job set dead_at = app_now() - interval '1 day' where kind = '${kind}'`)
      expect(await broken()).toContainEqual(['I32', kind])
      expect((await sweep()).map(({ how }) => how)).toEqual(Array.from({ length: alive }, () => 'revived'))
      expect(await mine()).toHaveLength(alive)
    },
  )

  test('FIX-10 the job sweeper ignores dead jobs that no record awaits, and the kinds it is told to skip', async () => {
    await change('delete from job')
    await sweep()
    await change(`insert into job (id, kind, payload, dead_at)
                  values (gen_random_uuid(), 'signing.follow', '{"fundingId": "gone"}', app_now())`)
    expect(await sweep()).toEqual([])
    await change(`delete from job where kind = 'bulk.papers'`)
    expect(await sweep(['bulk.papers', 'documents.factsheet'])).toEqual([])
    expect(new Set((await sweep()).map(({ kind }) => kind))).toEqual(new Set(['bulk.papers']))
    await change(`delete from job where payload ->> 'fundingId' = 'gone'`)
  })

  test('FIX-10 jobs that the sweeper restored run to their end', async () => {
    await change('delete from job')
    await sweep()
    const handlers = { ...bulkFundingJobs(fixture.context), ...documentJobs(fixture.context) }
    const wait = async () => ({ again: '1 day' })
    await runAllJobs(fixture.context, {
      ...handlers,
      'signing.follow': wait,
      'withdrawal.follow': wait,
    })
    expect((await jobs()).filter(({ kind }) => kind in handlers)).toEqual([])
    expect(await sweep()).toEqual([])
  })

  test('FIX-10 the job sweeper runs at start-up, and logs and counts every restored job', async () => {
    await change(`delete from job where kind = 'withdrawal.follow'`)
    const logged: object[] = []
    const metrics = new Metrics()
    const { db, random } = fixture.context
    const sweeper = startSweeper({ db, random, metrics, log: { error: (data) => logged.push(data) } })
    await sweeper.stop()
    expect(logged).toEqual([
      { kind: 'withdrawal.follow', how: 'made', payload: { withdrawalId: expect.any(String) } },
    ])
    expect(await metrics.text()).toContain('pematang_jobs_swept_total{kind="withdrawal.follow"} 1')
  })

  test('FIX-10 the operator can list, show, retry and sweep jobs, and a dry run writes nothing', async () => {
    const operator = operatorOn(fixture)
    await change(`update job set dead_at = app_now(), attempts = 12, last_error = E'it broke\\nat a line'`)
    const dead = await operator(['jobs', 'list', '--state', 'dead', '--json'])
    expect(dead.exit).toBe(1)
    const [job] = dead.json.jobs
    expect(job).toMatchObject({ state: 'dead', attempts: 12, lastError: 'it broke\nat a line' })
    const total = dead.json.jobs.length
    expect((await operator(['jobs', 'list', '--state', 'waiting', '--json'])).json.jobs).toEqual([])
    const one = (await operator(['jobs', 'list', '--kind', job.kind, '--limit', '1', '--json'])).json.jobs
    expect(one).toHaveLength(1)
    const shown = await operator(['jobs', 'show', job.id])
    expect(shown.out).toContain('dead, 12 kali gagal berturut-turut')
    expect(shown.out).toContain('at a line')

    const dry = await operator(['jobs', 'retry', job.id, '--dry-run'])
    expect([dry.exit, dry.out]).toEqual([0, expect.stringContaining('Uji coba: tidak ada yang ditulis.')])
    expect((await operator(['jobs', 'retry', job.id, '--json'])).json).toEqual({
      revived: [job.id],
      id: job.id,
    })
    expect((await operator(['jobs', 'retry', job.id])).exit).toBe(2)
    expect((await operator(['jobs', 'retry'])).exit).toBe(2)
    expect((await operator(['jobs', 'retry', job.id, '--all'])).exit).toBe(2)
    expect((await operator(['jobs', 'retry', '--all', '--json'])).json.revived).toHaveLength(total - 1)
    expect((await operator(['jobs', 'list', '--state', 'dead'])).exit).toBe(0)
    await change(`delete from job where id = '${job.id}'`)
    expect((await operator(['jobs', 'show', job.id])).exit).toBe(2)
    const swept = await operator(['repair', 'jobs', '--json'])
    expect([swept.exit, swept.json.swept]).toEqual([
      1,
      [expect.objectContaining({ kind: job.kind, how: 'made' })],
    ])
    expect((await operator(['repair', 'jobs'])).exit).toBe(0)
  })
})
