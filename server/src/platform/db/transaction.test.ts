import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { creditTopUp } from '../../deposit/credit-top-up.ts'
import { cashOf } from '../../ledger/index.ts'
import { aLender, aLoan } from '../../testing/people.ts'
import { startDatabaseLine, type TcpProxy } from '../../testing/tcp-proxy.ts'
import { withClient } from '../../testing/global-setup.ts'
import { makeWorld, type World } from '../../testing/world.ts'
import { perform } from '../mutation.ts'
import { Refusal } from '../refusal.ts'
import { Database, one, run } from './database.ts'
import { inTransaction, type Transaction } from './transaction.ts'

let world: World
let line: TcpProxy
/** The same database over a line that can be cut. */
let shaky: Database

beforeAll(async () => {
  world = await makeWorld({ withoutFaults: 'puts faults of its own at exact places and counts the runs' })
  await withClient(world.databaseUrl, async (client) => {
    await client.query('create table counter (id integer primary key, value integer not null default 0)')
    await client.query('insert into counter (id) values (1), (2), (3)')
  })
  const near = await startDatabaseLine(world.databaseUrl)
  line = near.line
  shaky = new Database({ url: near.url, size: 4 })
})
afterAll(async () => {
  await shaky.close()
  await line.close()
  await world.close()
})
afterEach(async () => expect(await world.books()).toEqual([]))

const add = (tx: Transaction, id: number) =>
  run(tx, 'test.add', 'update counter set value = value + 1 where id = $1', [id])
const value = async (id: number) =>
  (
    await one<{ value: number }>(world.context.db, 'test.value', 'select value from counter where id = $1', [
      id,
    ])
  ).value
const pid = async (tx: Transaction) =>
  (await one<{ pid: number }>(tx, 'test.pid', 'select pg_backend_pid() as pid')).pid
const kill = (backend: number) =>
  withClient(world.databaseUrl, async (client) => {
    await client.query('select pg_terminate_backend($1)', [backend])
  })
const once = { repeatable: false } as const

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe('what passes is tried again', () => {
  test('a real deadlock between two connections: both are done, once each', async () => {
    const before = [await value(1), await value(2)]
    let runs = 0
    let arrived = () => {}
    const both = new Promise<void>((resolve) => {
      let waiting = 2
      arrived = () => {
        waiting -= 1
        if (waiting === 0) resolve()
      }
    })
    const crossing = (first: number, second: number) =>
      inTransaction(world.context.db, once, async (tx) => {
        runs += 1
        await add(tx, first)
        arrived()
        await both
        await add(tx, second)
      })
    await Promise.all([crossing(1, 2), crossing(2, 1)])
    expect(runs).toBeGreaterThanOrEqual(3)
    expect([await value(1), await value(2)]).toEqual(before.map((count) => count + 2))
  })

  test('a serialisation failure: the second sees what the first wrote', async () => {
    const before = await value(3)
    let runs = 0
    await inTransaction(world.context.db, once, async (tx) => {
      runs += 1
      await tx.query({ text: 'set transaction isolation level repeatable read' })
      const seen = await one<{ value: number }>(tx, 'test.seen', 'select value from counter where id = 3')
      if (runs === 1) await inTransaction(world.context.db, once, (other) => add(other, 3))
      await run(tx, 'test.set', 'update counter set value = $1 where id = 3', [seen.value + 1])
    })
    expect(runs).toBe(2)
    expect(await value(3)).toBe(before + 2)
  })

  test('a failure that passes, also where a statement behind it was waited for first', async () => {
    let runs = 0
    const before = await value(3)
    await inTransaction(world.context.db, once, async (tx) => {
      runs += 1
      if (runs === 1) {
        const failing = tx.query({
          text: `do $$ begin raise exception 'on purpose' using errcode = '40001'; end $$`,
        })
        failing.catch(() => {})
        await add(tx, 3)
      } else await add(tx, 3)
    })
    expect([runs, await value(3)]).toEqual([2, before + 1])
  })

  test('a connection that is killed in mid transaction: done once', async () => {
    const before = await value(1)
    let runs = 0
    await inTransaction(world.context.db, once, async (tx) => {
      runs += 1
      await add(tx, 1)
      if (runs === 1) await kill(await pid(tx))
      await add(tx, 1)
    })
    expect(runs).toBe(2)
    expect(await value(1)).toBe(before + 2)
  })

  test('up to a limit; then it is OVERLOADED with a time, and nothing is written', async () => {
    const before = await value(1)
    let runs = 0
    const work = inTransaction(world.context.db, once, async (tx) => {
      runs += 1
      await add(tx, 1)
      await tx.query({ text: `do $$ begin raise exception 'again' using errcode = '40001'; end $$` })
    })
    await expect(work).rejects.toMatchObject({ code: 'OVERLOADED', params: { retryAfterSeconds: 2 } })
    expect(runs).toBeGreaterThan(2)
    expect(await value(1)).toBe(before)
  })

  test('waiting for another longer than the lock time-out is OVERLOADED, not tried again', async () => {
    let runs = 0
    const work = inTransaction(world.context.db, once, async (tx) => {
      runs += 1
      await tx.query({ text: `do $$ begin raise exception 'waited' using errcode = '55P03'; end $$` })
    })
    expect([await codeOf(work), runs]).toEqual(['OVERLOADED', 1])
  })

  test('a fault of the work itself is not', async () => {
    const before = await value(1)
    let runs = 0
    const work = inTransaction(world.context.db, once, async (tx) => {
      runs += 1
      await add(tx, 1)
      throw new Error('a fault')
    })
    await expect(work).rejects.toThrow('a fault')
    expect([runs, await value(1)]).toEqual([1, before])
  })
})

describe('an end that is not known', () => {
  /** The commit reaches the database, its answer does not reach us. */
  const lost = (repeatable: boolean, id: number) => {
    let runs = 0
    return inTransaction(shaky, { repeatable }, async (tx) => {
      runs += 1
      await add(tx, id)
      if (runs === 1) line.loseAnswerTo('commit')
      return runs
    })
  }

  test('of what may be repeated is repeated', async () => {
    const before = await value(2)
    expect(await lost(true, 2)).toBe(2)
    // Twice, because this work neither carries a key nor looks at the state: the caller promised that it may.
    expect(await value(2)).toBe(before + 2)
  })

  test('of what may not is told as OVERLOADED and done once', async () => {
    const before = await value(2)
    expect(await codeOf(lost(false, 2))).toBe('OVERLOADED')
    expect(await value(2)).toBe(before + 1)
  })

  test('of a verb with a key has one effect and one answer', async () => {
    const { lenderId } = await aLender(world.context)
    const credit = (paymentRequestId: string, key: string) =>
      perform({ ...world.context, db: shaky }, creditTopUp, {
        actor: { kind: 'operator', name: 'test' },
        input: { bank: 'BNI', paymentRequestId, lenderId, amount: 500 },
        key,
      })
    line.loseAnswerTo('commit')
    expect(await credit('lost-1', 'key-lost-0001')).toEqual({ credited: true })
    expect(await credit('lost-1', 'key-lost-0001')).toEqual({ credited: true })
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 500, held: 0 })
  })

  test('while the database is away it waits, then tells that it is busy; when it is back all goes on', async () => {
    const before = await value(2)
    line.cut()
    expect(await codeOf(inTransaction(shaky, once, (tx) => add(tx, 2)))).toBe('OVERLOADED')
    line.mend()
    expect(await codeOf(inTransaction(shaky, once, (tx) => add(tx, 2)))).toBe('done')
    expect(await value(2)).toBe(before + 1)
  })
})

describe('the gesture of a verb', () => {
  test('a connection killed while a funding is made: tried again, reserved once under its key', async () => {
    const { lenderId } = await aLender(world.context, { cash: 1_000 })
    let killed = 0
    const db = new Database({
      url: world.databaseUrl,
      size: 4,
      async beforeStatement(text) {
        if (killed > 0 || !text.includes('insert into transfer')) return
        killed += 1
        await withClient(world.databaseUrl, async (client) => {
          await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and state = 'idle in transaction'`,
          )
        })
      },
    })
    try {
      const answer = await perform({ ...world.context, db }, creditTopUp, {
        actor: { kind: 'system' },
        input: { bank: 'BNI', paymentRequestId: 'killed-1', lenderId, amount: 250 },
        key: 'key-killed-0001',
      })
      expect([answer, killed]).toEqual([{ credited: true }, 1])
      expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 1_250, held: 0 })
    } finally {
      await db.close()
    }
  })

  test('another kind of actor is a fault of the program, before anything is written', async () => {
    const { lenderId } = await aLender(world.context)
    const work = perform(world.context, creditTopUp, {
      actor: { kind: 'lender', lenderId },
      input: { bank: 'BNI', paymentRequestId: 'self-service', lenderId, amount: 1_000_000 },
    })
    await expect(work).rejects.toThrow('creditTopUp is not for lender')
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 0, held: 0 })
  })

  test('the application’s role may neither change nor remove what is append-only', async () => {
    await aLoan(world.context)
    await aLender(world.context, { cash: 5 })
    for (const table of ['transfer', 'audit_event', 'audit_seal', 'signature', 'document']) {
      for (const statement of [`delete from ${table}`, `truncate ${table}`]) {
        await expect(world.context.db.query({ text: statement }), statement).rejects.toThrow(
          'permission denied',
        )
      }
      await withClient(world.databaseUrl, async (client) => {
        await expect(client.query(`delete from ${table}`)).rejects.toThrow('append-only')
      })
    }
  })
})
