import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withClient } from '../../../testing/global-setup.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { Database, many, one, type Queryable, run } from './database.ts'
import { inTransaction, type Transaction } from './transaction.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'puts faults of its own at exact places' })
  await withClient(fixture.databaseUrl, async (client) => {
    await client.query(
      'create table tally (id integer primary key, value integer not null check (value < 10))',
    )
  })
})
afterAll(() => fixture.close())
beforeEach(() =>
  withClient(fixture.databaseUrl, async (client) => {
    await client.query('truncate tally; insert into tally values (1, 0), (2, 0)')
  }),
)

const set = (tx: Queryable, id: number, value: unknown) =>
  run(tx, 'test.set_tally', 'update tally set value = $2 where id = $1', [id, value])
const values = async () =>
  (
    await many<{ value: number }>(fixture.context.db, 'test.tally', 'select value from tally order by id')
  ).map(({ value }) => value)
const once = { repeatable: false } as const
const within = <T>(work: (tx: Transaction) => Promise<T>, options = {}) =>
  inTransaction(fixture.context.db, { ...once, ...options }, work)

describe('statements deferred to COMMIT', () => {
  test('statements deferred to COMMIT run together with the COMMIT, in their order', async () => {
    await within(async (tx) => {
      tx.defer(set(tx, 1, 3))
      tx.defer(Promise.all([set(tx, 1, 4), set(tx, 2, 5)]))
    })
    expect(await values()).toEqual([4, 5])
  })

  test('statements deferred to COMMIT roll back the whole transaction when the server rejects one, and throw its error', async () => {
    const work = within(async (tx) => {
      await set(tx, 1, 1)
      tx.defer(Promise.all([set(tx, 2, 2), set(tx, 1, 10), set(tx, 2, 3)]))
    })
    await expect(work).rejects.toMatchObject({ code: '23514' })
    expect(await values()).toEqual([0, 0])
  })

  test('statements deferred to COMMIT roll back the whole transaction when one of them cannot be sent', async () => {
    const unprintable = {
      toPostgres: () => {
        throw new Error('cannot be printed')
      },
    }
    const work = within(async (tx) => {
      await set(tx, 1, 1)
      tx.defer(Promise.all([set(tx, 2, 2), set(tx, 1, unprintable)]))
    })
    await expect(work).rejects.toThrow('cannot be printed')
    expect(await values()).toEqual([0, 0])
  })

  test('statements deferred to COMMIT are retried when the caller declares their error retryable', async () => {
    let runs = 0
    const isCheck = (error: unknown) => (error as { code?: string }).code === '23514'
    await within(
      async (tx) => {
        runs += 1
        tx.defer(set(tx, 1, runs === 1 ? 10 : 7))
      },
      { again: isCheck },
    )
    expect(runs).toBe(2)
    expect(await values()).toEqual([7, 0])
  })

  test('statements deferred to COMMIT leave the connection usable for the next transaction after a failure', async () => {
    const db = new Database({ url: fixture.databaseUrl, size: 1 })
    try {
      const failing = inTransaction(db, once, async (tx) => tx.defer(set(tx, 1, 10)))
      await expect(failing).rejects.toMatchObject({ code: '23514' })
      await inTransaction(db, once, (tx) => set(tx, 1, 6))
      expect(await values()).toEqual([6, 0])
    } finally {
      await db.close()
    }
  })
})

describe('an ended transaction', () => {
  test('an ended transaction rejects further statements, because its connection may already serve another one', async () => {
    let late: Transaction | undefined
    await within(async (tx) => {
      late = tx
    })
    await expect(late?.query({ text: 'select 1' })).rejects.toThrow('the transaction is over')
  })

  test('a failed transaction rejects the statements that follow the failed one', async () => {
    const late: Promise<unknown>[] = []
    const work = within(async (tx) => {
      const second = async () => {
        await one(tx, 'test.sleep', 'select pg_sleep(0.05)')
        await set(tx, 2, 9)
      }
      late.push(second())
      await Promise.all([...late, Promise.reject(new Error('the first has failed'))])
    })
    await expect(work).rejects.toThrow('the first has failed')
    await expect(late[0]).rejects.toThrow('the transaction is over')
    expect(await values()).toEqual([0, 0])
  })
})

describe('work that starts before the answer to BEGIN', () => {
  test('a transaction whose BEGIN fails writes nothing, although its work starts before the answer', async () => {
    const db = new Database({
      url: fixture.databaseUrl,
      size: 1,
      beforeStatement(text) {
        if (text === 'begin') throw new Error('BEGIN has failed')
      },
    })
    try {
      const work = inTransaction(db, { ...once, eager: true }, async (tx) => {
        await Promise.all([tx.begun, many(tx, 'test.read', 'select 1')])
        tx.defer(set(tx, 1, 8))
      })
      await expect(work).rejects.toThrow('BEGIN has failed')
      expect(await values()).toEqual([0, 0])
    } finally {
      await db.close()
    }
  })
})
