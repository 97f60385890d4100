import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { releaseFunding } from '../../funding/testing.ts'
import { Database } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { invariants } from './audit.ts'
import { auditSince, checkSince, checkedSince, type Watermark } from './since.ts'
import { corruptions } from './testing/corruptions.ts'
import { guardCorruptions } from './testing/guard-corruptions.ts'
import { statementCorruptions } from './testing/statement-corruptions.ts'
import { markHere } from './watermark.ts'

let fixture: Fixture
let owner: Database
let watermark: Watermark

/** Creates fundings of each kind before the watermark is taken. */
beforeAll(async () => {
  fixture = await makeFixture()
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
  await fundings()
})
beforeEach(async () => {
  watermark = await inSnapshot(markHere)
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

async function fundings(): Promise<void> {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 10_000_000 })
  const loan = await aLoan(context, { totalLoan: 10_000_000 })
  const fund = (amount: number) => reserveFunding(context, { lenderId, ...loan, amount })
  await signFunding(context, (await fund(1_000_000)).fundingId)
  await fund(2_000_000)
  const input = { fundingId: (await fund(3_000_000)).fundingId, state: 'EXPIRED' } as const
  await perform(context, releaseFunding, { actor: { kind: 'system' }, input })
}

/** Runs the work over one snapshot and rolls back. */
async function inSnapshot<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await owner.pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/**
 * Runs the statement with triggers off, and returns the ids of the invariants that the incremental audit then finds
 * broken.
 */
const foundAfter = (sql: string): Promise<string[]> =>
  inSnapshot(async (client) => {
    await client.query('set local session_replication_role = replica')
    await client.query(sql)
    return (await checkSince(client, watermark)).breaches.map(({ invariant }) => invariant)
  })

test('DOOR-15 the incremental audit finds no breach in correct books with new transactions', async () => {
  const before = watermark
  expect(await foundAfter('select 1')).toEqual([])
  await fundings()
  const { breaches, watermark: next } = await auditSince(owner, before)
  expect(breaches).toEqual([])
  // A long-running transaction, even in another database of the server, holds back `transaction` but not `upTo`.
  expect(BigInt(next.transaction)).toBeGreaterThanOrEqual(BigInt(before.transaction))
  expect(BigInt(next.upTo)).toBeGreaterThan(BigInt(before.upTo))
  expect(next.rows['transfer']).toBeGreaterThan(before.rows['transfer'] ?? 0)
  expect(await fixture.books()).toEqual([])
})

const ours = [...corruptions, ...guardCorruptions, ...statementCorruptions].filter(([id]) =>
  checkedSince.includes(id),
)

test.each(ours)(
  'DOOR-15 the incremental audit invariant %s detects %s made since the last audit',
  async (id, _, sql) => {
    // The statement may concern rows that this fixture does not have; then the audit of everything finds nothing
    // either.
    const whole = await inSnapshot(async (client) => {
      await client.query('set local session_replication_role = replica')
      await client.query(sql)
      const question = invariants.find((one) => one.id === id)?.sql ?? 'select where false'
      return (await client.query(`select * from (${question}) breach limit 1`)).rowCount
    })
    // A removed row is detected by the counts (I26c, I26d).
    const found = (await foundAfter(sql)).some((one) => [id, 'I26c', 'I26d'].includes(one))
    expect(found || whole === 0).toBe(true)
  },
)

test.each([
  [
    'changed',
    `update transfer set created_at = created_at where id = (select id from transfer order by id limit 1)`,
  ],
  ['removed', `delete from transfer where id = (select id from transfer order by id limit 1)`],
  [
    'removed from the end of the audit trail',
    `delete from audit_event where id = (select id from audit_event order by id desc limit 1)`,
  ],
  [
    'changed in the audit trail',
    `update audit_event set actor = 'x' where id = (select id from audit_event order by id limit 1)`,
  ],
])(
  'DOOR-15 the incremental audit detects an old row that was %s, also during a long transaction',
  async (_, sql) => {
    expect(await foundAfter(sql)).toContain('I26c')
    const long = new Database({ url: fixture.databaseUrl, size: 1 })
    const client = await long.pool.connect()
    try {
      await client.query('begin; select pg_current_xact_id()')
      await fundings()
      watermark = await inSnapshot(markHere)
      expect(await foundAfter('select 1')).toEqual([])
      expect(await foundAfter(sql)).toContain('I26c')
    } finally {
      await client.query('rollback')
      client.release()
      await long.close()
    }
  },
)
