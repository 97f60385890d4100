import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { creditTopUp } from '../../cash/index.ts'
import { cashOf } from '../../books/index.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { aLender } from '../../../testing/people.ts'
import { Database, many, one } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { claimOrReplay } from './idempotency.ts'
import { deleteOldKeys } from './key-retention.ts'
import { emptyOwnAnswers, ownAnswer } from './own-answers.ts'
import { perform } from './perform.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'counts the rows that each call leaves and deletes' })
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

const within = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(fixture.context.db, { repeatable: true }, work)
const asOwner = (...statements: string[]) =>
  withClient(fixture.databaseUrl, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
const keys = async () => {
  const rows = await many<{ key: string }>(
    fixture.context.db,
    'test.keys',
    `select key from idempotency order by key`,
  )
  return rows.map(({ key }) => key)
}
const ownAnswers = () =>
  many<{ slot: number; answers: number }>(
    fixture.context.db,
    'test.own',
    'select slot, count(*) as answers from own_answer group by slot order by slot',
  )
let paid = 0
const credit = (lenderId: number, key?: string, amount = 500, paymentRequestId = `paid-${(paid += 1)}`) =>
  perform(fixture.context, creditTopUp, {
    actor: { kind: 'operator', name: 'test' },
    input: { bank: 'BNI', paymentRequestId, lenderId, amount, reason: 'test' },
    key,
  })

describe('the answer of a call without a key', () => {
  const day = 86_400_000
  /** A time-ordered id of the last millisecond before a midnight (UTC), so many days from now. */
  const idBeforeMidnight = (days: number): string => {
    const at = (Math.floor(Date.now() / day) + 1 + days) * day - 1
    const hex = at.toString(16).padStart(12, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}${fixture.context.random.uuid().slice(13)}`
  }
  const keep = (id: string, answer: unknown, answers = ownAnswer(id)) =>
    within(async (tx) => {
      const known = await answers.claimOrReplay(tx)
      if (!known) await answers.store(tx, { answer })
      return known
    })

  test('is not among the answers that are kept for clients', async () => {
    const { lenderId } = await aLender(fixture.context)
    const before = await keys()
    expect(await credit(lenderId)).toEqual({ credited: true })
    expect(await keys()).toEqual(before)
  })

  test('is found by a retry on the next day', async () => {
    const id = idBeforeMidnight(0)
    const answers = ownAnswer(id)
    expect(await keep(id, { first: true }, answers)).toBeNull()
    fixture.travel('1 day')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day })
    try {
      expect(await keep(id, { second: true }, answers)).toMatchObject({ stored: { answer: { first: true } } })
    } finally {
      vi.useRealTimers()
    }
  })

  test('SEC-04 is kept in the memory of the call, and the database keeps only that it was given', async () => {
    await asOwner('truncate own_answer')
    const id = idBeforeMidnight(0)
    await keep(id, { secret: 'Terasering' })
    expect(
      await many(fixture.context.db, 'test.own_rows', 'select id, answer, replays from own_answer'),
    ).toEqual([{ id, answer: {}, replays: 0 }])
    await expect(keep(id, {})).rejects.toThrow('was claimed by another call')
  })

  test('is truncated after one to two days, while younger answers stay', async () => {
    await asOwner('truncate own_answer')
    for (const days of [-2, -1, 0]) await keep(idBeforeMidnight(days), { days })
    expect(await ownAnswers()).toHaveLength(3)
    fixture.travel('90 minutes')
    expect(await emptyOwnAnswers(fixture.context.db)).toBe(true)
    expect(await ownAnswers()).toHaveLength(2)
    expect(await keep(idBeforeMidnight(0), { days: 0 })).toBeNull()
    expect(await emptyOwnAnswers(fixture.context.db)).toBe(false)
  })

  test('is truncated by a later call where a transaction uses its partition', async () => {
    await asOwner('truncate own_answer')
    for (const days of [-2, -1, 0]) await keep(idBeforeMidnight(days), { days })
    fixture.travel('90 minutes')
    await withClient(fixture.databaseUrl, async (client) => {
      await client.query('begin')
      await client.query('select from own_answer')
      expect(await emptyOwnAnswers(fixture.context.db)).toBe(false)
      await client.query('rollback')
    })
    expect(await ownAnswers()).toHaveLength(3)
    expect(await emptyOwnAnswers(fixture.context.db)).toBe(true)
    expect(await ownAnswers()).toHaveLength(2)
  })

  test('is not truncated where a process that is a day ahead has stored it within the hour', async () => {
    await asOwner('truncate own_answer')
    await keep(idBeforeMidnight(1), { ahead: true })
    await expect(emptyOwnAnswers(fixture.context.db)).rejects.toThrow('differ by a day')
    expect(await ownAnswers()).toHaveLength(1)
  })

  test('cannot be truncated, nor written past its table, by the login of the application', async () => {
    for (const statement of [
      'truncate own_answer',
      'truncate own_answer_0',
      'delete from own_answer_1',
      `insert into own_answer_2 (slot, id) values (2, gen_random_uuid())`,
    ])
      await expect(fixture.context.db.query({ text: statement }), statement).rejects.toThrow(
        'permission denied',
      )
  })
})

describe('the retention of idempotency keys', () => {
  const deleteOld = (days = 400) => deleteOldKeys(fixture.context.db, days)

  test('a request repeated under its key before the end of the retention is answered as the first time and moves no money', async () => {
    const { lenderId } = await aLender(fixture.context)
    await credit(lenderId, 'key-of-then', 500, 'then')
    fixture.travel('399 days')
    expect(await deleteOld()).toBe(0)
    expect(await credit(lenderId, 'key-of-then', 500, 'then')).toEqual({ credited: true })
    await expect(credit(lenderId, 'key-of-then', 501, 'then')).rejects.toThrow()
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 500, held: 0 })
  })

  test('a key is deleted at the end of its retention, and a payment repeated under it then is not credited twice', async () => {
    const { lenderId } = await aLender(fixture.context)
    await credit(lenderId, 'key-that-ends', 500, 'once')
    fixture.travel('401 days')
    await credit(lenderId, 'key-of-today')
    expect(await deleteOld()).toBeGreaterThan(0)
    expect(await keys()).toContain('key-of-today')
    expect(await keys()).not.toContain('key-that-ends')
    expect(await credit(lenderId, 'key-that-ends', 500, 'once')).toEqual({ credited: false })
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 1_000, held: 0 })
  })

  test('a key that is being used while its retention ends has one effect', async () => {
    const { lenderId } = await aLender(fixture.context)
    await credit(lenderId, 'key-at-the-end', 500, 'at-the-end')
    fixture.travel('401 days')
    const [again] = await Promise.all([credit(lenderId, 'key-at-the-end', 500, 'at-the-end'), deleteOld()])
    expect([true, false]).toContain(again.credited)
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 500, held: 0 })
  })

  test('an answer deleted between claim and replay makes the request run again', async () => {
    const claim = {
      actor: { kind: 'operator', name: 'test' } as const,
      route: 'creditTopUp',
      key: 'key-that-vanishes',
      hash: Buffer.alloc(32),
    }
    await asOwner(
      `insert into idempotency (actor, route, key, request_hash, answer)
       values ('operator:test', 'creditTopUp', 'key-that-vanishes', decode(repeat('00', 32), 'hex'), '{"answer": 1}')`,
    )
    let [removed, runs] = [0, 0]
    const db = new Database({
      url: fixture.databaseUrl,
      size: 2,
      async beforeStatement(text) {
        if (removed > 0 || !text.startsWith('update idempotency')) return
        removed += 1
        await asOwner(`delete from idempotency where key = 'key-that-vanishes'`)
      },
    })
    try {
      const claimed = await inTransaction(db, { repeatable: true }, async (tx) => {
        runs += 1
        const known = await claimOrReplay(tx, claim)
        const { rows } = await tx.query<{ answer: unknown }>({
          text: `select answer from idempotency where key = 'key-that-vanishes'`,
        })
        await tx.query({ text: `delete from idempotency where key = 'key-that-vanishes'` })
        return { known, rows }
      })
      expect(claimed).toEqual({ known: null, rows: [{ answer: null }] })
      expect([removed, runs]).toEqual([1, 2])
    } finally {
      await db.close()
    }
  })

  test('the look for old keys goes round the table, one process at a time, and the space of deleted ones is used again', async () => {
    const fill = (age: string) =>
      asOwner(
        `insert into idempotency (actor, route, key, request_hash, answer, created_at)
         select 'operator:bulk', 'fill', 'key-' || gen_random_uuid(), decode(repeat('00', 32), 'hex'),
                jsonb_build_object('answer', repeat('x', 300)), now() - interval '${age}' from generate_series(1, 20000)`,
        'vacuum idempotency',
      )
    await fill('500 days')
    await fill('1 day')
    const size = () =>
      one<{ heap: number; indexes: number }>(
        fixture.context.db,
        'test.size',
        `select pg_relation_size('idempotency') as heap, pg_indexes_size('idempotency') as indexes`,
      )
    const before = await size()
    const passes = await Promise.all(Array.from({ length: 20 }, () => deleteOld()))
    let deleted = passes.reduce((sum, count) => sum + count, 0)
    for (let round = 0; round < 40 && deleted < 20_000; round += 1) deleted += await deleteOld()
    expect(deleted).toBe(20_000)
    await asOwner('vacuum idempotency')
    await fill('0 days')
    const after = await size()
    expect(after.heap).toBeLessThan(before.heap * 1.02)
    expect(after.indexes).toBeLessThan(before.indexes * 1.3)
    await asOwner(`delete from idempotency where route = 'fill'`)
  })
})
