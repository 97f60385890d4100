import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { creditTopUp } from '../../cash/index.ts'
import { cashOf } from '../../books/index.ts'
import { aLender, aLoan } from '../../../testing/people.ts'
import { startDatabaseLine, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { perform } from '../commands/perform.ts'
import { Refusal } from '../refusal.ts'
import { Database, many, one, run } from './database.ts'
import { inTransaction, nameByKeys, type Transaction, type TransactionOptions } from './transaction.ts'

let fixture: Fixture
let line: TcpProxy
/** The same database over a connection that a test can break. */
let shaky: Database

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'puts faults of its own at exact places and counts the runs' })
  await withClient(fixture.databaseUrl, async (client) => {
    await client.query('create table counter (id integer primary key, value integer not null default 0)')
    await client.query('insert into counter (id) values (1), (2), (3)')
  })
  const near = await startDatabaseLine(fixture.databaseUrl)
  line = near.line
  shaky = new Database({ url: near.url, size: 4 })
})
afterAll(async () => {
  await shaky.close()
  await line.close()
  await fixture.close()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))

const add = (tx: Transaction, id: number) =>
  run(tx, 'test.add', 'update counter set value = value + 1 where id = $1', [id])
const value = async (id: number) =>
  (
    await one<{ value: number }>(
      fixture.context.db,
      'test.value',
      'select value from counter where id = $1',
      [id],
    )
  ).value
const pid = async (tx: Transaction) =>
  (await one<{ pid: number }>(tx, 'test.pid', 'select pg_backend_pid() as pid')).pid
const kill = (backend: number) =>
  withClient(fixture.databaseUrl, async (client) => {
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

describe('transient failures are retried', () => {
  test('both transactions of a real deadlock commit exactly once', async () => {
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
      inTransaction(fixture.context.db, once, async (tx) => {
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

  test('the retry after a serialisation failure sees what the other transaction wrote', async () => {
    const before = await value(3)
    let runs = 0
    await inTransaction(fixture.context.db, once, async (tx) => {
      runs += 1
      await tx.query({ text: 'set transaction isolation level repeatable read' })
      const seen = await one<{ value: number }>(tx, 'test.seen', 'select value from counter where id = 3')
      if (runs === 1) await inTransaction(fixture.context.db, once, (other) => add(other, 3))
      await run(tx, 'test.set', 'update counter set value = $1 where id = 3', [seen.value + 1])
    })
    expect(runs).toBe(2)
    expect(await value(3)).toBe(before + 2)
  })

  test('a transient failure is retried also when a later pipelined statement was awaited first', async () => {
    let runs = 0
    const before = await value(3)
    await inTransaction(fixture.context.db, once, async (tx) => {
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

  test('a transaction whose connection is killed midway commits exactly once', async () => {
    const before = await value(1)
    let runs = 0
    await inTransaction(fixture.context.db, once, async (tx) => {
      runs += 1
      await add(tx, 1)
      if (runs === 1) await kill(await pid(tx))
      await add(tx, 1)
    })
    expect(runs).toBe(2)
    expect(await value(1)).toBe(before + 2)
  })

  test('a transaction that keeps failing to serialize is refused as OVERLOADED with a retry time, and writes nothing', async () => {
    const before = await value(1)
    let runs = 0
    const work = inTransaction(fixture.context.db, once, async (tx) => {
      runs += 1
      await add(tx, 1)
      await tx.query({ text: `do $$ begin raise exception 'again' using errcode = '40001'; end $$` })
    })
    await expect(work).rejects.toMatchObject({ code: 'OVERLOADED', params: { retryAfterSeconds: 2 } })
    expect(runs).toBeGreaterThan(2)
    expect(await value(1)).toBe(before)
  })

  test('a transaction that fails with a lock timeout is refused as OVERLOADED without a retry', async () => {
    let runs = 0
    const work = inTransaction(fixture.context.db, once, async (tx) => {
      runs += 1
      await tx.query({ text: `do $$ begin raise exception 'waited' using errcode = '55P03'; end $$` })
    })
    expect([await codeOf(work), runs]).toEqual(['OVERLOADED', 1])
  })

  test('a transaction whose own code throws is rolled back and not retried', async () => {
    const before = await value(1)
    let runs = 0
    const work = inTransaction(fixture.context.db, once, async (tx) => {
      runs += 1
      await add(tx, 1)
      throw new Error('a fault')
    })
    await expect(work).rejects.toThrow('a fault')
    expect([runs, await value(1)]).toEqual([1, before])
  })
})

describe('an unknown outcome', () => {
  /** The commit reaches the database, but its response is lost. */
  const lost = (repeatable: boolean, id: number) => {
    let runs = 0
    return inTransaction(shaky, { repeatable }, async (tx) => {
      runs += 1
      await add(tx, id)
      if (runs === 1) line.loseAnswerTo('commit')
      return runs
    })
  }

  test('a transaction declared idempotent is retried after an unknown outcome', async () => {
    const before = await value(2)
    expect(await lost(true, 2)).toBe(2)
    // The work runs twice, because it has no idempotency key and checks no state, although the caller declared it
    // repeatable.
    expect(await value(2)).toBe(before + 2)
  })

  test('a transaction not declared idempotent is not retried after an unknown outcome, and reported as OVERLOADED', async () => {
    const before = await value(2)
    expect(await codeOf(lost(false, 2))).toBe('OVERLOADED')
    expect(await value(2)).toBe(before + 1)
  })

  test('a command with an idempotency key has one effect and one answer after its outcome was unknown', async () => {
    const { lenderId } = await aLender(fixture.context)
    const credit = (paymentRequestId: string, key: string) =>
      perform({ ...fixture.context, db: shaky }, creditTopUp, {
        actor: { kind: 'operator', name: 'test' },
        input: { bank: 'BNI', paymentRequestId, lenderId, amount: 500, reason: 'test' },
        key,
      })
    line.loseAnswerTo('commit')
    expect(await credit('lost-1', 'key-lost-0001')).toEqual({ credited: true })
    expect(await credit('lost-1', 'key-lost-0001')).toEqual({ credited: true })
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 500, held: 0 })
  })

  test('SEC-04 a command without a key has one effect and one answer after its outcome was unknown, though no answer is stored', async () => {
    const { lenderId } = await aLender(fixture.context)
    const credit = () =>
      perform({ ...fixture.context, db: shaky }, creditTopUp, {
        actor: { kind: 'operator', name: 'test' },
        input: { bank: 'BNI', paymentRequestId: 'lost-2', lenderId, amount: 500, reason: 'test' },
      })
    line.loseAnswerTo('commit')
    expect(await credit()).toEqual({ credited: true })
    expect(await credit()).toEqual({ credited: false })
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 500, held: 0 })
  })

  test('a command is retried while the database is unreachable, then refused as OVERLOADED, and works again when it is back', async () => {
    const before = await value(2)
    line.cut()
    expect(await codeOf(inTransaction(shaky, once, (tx) => add(tx, 2)))).toBe('OVERLOADED')
    line.mend()
    expect(await codeOf(inTransaction(shaky, once, (tx) => add(tx, 2)))).toBe('done')
    expect(await value(2)).toBe(before + 1)
  })
})

describe('running a command', () => {
  test('a funding whose connection is killed is retried and reserved once under its idempotency key', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 1_000 })
    let killed = 0
    const db = new Database({
      url: fixture.databaseUrl,
      size: 4,
      async beforeStatement(text) {
        if (killed > 0 || !text.includes('insert into transfer')) return
        killed += 1
        await withClient(fixture.databaseUrl, async (client) => {
          await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and state = 'idle in transaction'`,
          )
        })
      },
    })
    try {
      const answer = await perform({ ...fixture.context, db }, creditTopUp, {
        actor: { kind: 'operator', name: 'test' },
        input: { bank: 'BNI', paymentRequestId: 'killed-1', lenderId, amount: 250, reason: 'test' },
        key: 'key-killed-0001',
      })
      expect([answer, killed]).toEqual([{ credited: true }, 1])
      expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 1_250, held: 0 })
    } finally {
      await db.close()
    }
  })

  test('a command by an actor that is not permitted is rejected before anything is written', async () => {
    const { lenderId } = await aLender(fixture.context)
    const work = perform(fixture.context, creditTopUp, {
      // @ts-expect-error the type refuses it too
      actor: { kind: 'lender', lenderId },
      input: { bank: 'BNI', paymentRequestId: 'self-service', lenderId, amount: 1_000_000, reason: 'test' },
    })
    await expect(work).rejects.toThrow('creditTopUp is not for lender')
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 0, held: 0 })
  })

  test('the application’s role may neither change nor delete rows of append-only tables', async () => {
    await aLoan(fixture.context)
    await aLender(fixture.context, { cash: 5 })
    for (const table of ['transfer', 'audit_event', 'audit_seal', 'signature', 'document']) {
      for (const statement of [`delete from ${table}`, `truncate ${table}`]) {
        await expect(fixture.context.db.query({ text: statement }), statement).rejects.toThrow(
          'permission denied',
        )
      }
      await withClient(fixture.databaseUrl, async (client) => {
        await expect(client.query(`delete from ${table}`)).rejects.toThrow('append-only')
      })
    }
  })
})

describe('the plan of a prepared statement', () => {
  const change = (...statements: string[]) =>
    withClient(fixture.databaseUrl, async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  /** Uses a pool of one connection, so that later transactions find the cached plans of earlier ones. */
  async function plansOn(
    table: string,
    work: (plan: (options: TransactionOptions) => Promise<string>) => Promise<void>,
  ) {
    await change(
      `create table ${table} (id integer primary key)`,
      `alter table ${table} set (autovacuum_enabled = false)`,
      `insert into ${table} values (1), (2), (3)`,
      `analyze ${table}`,
    )
    const db = new Database({ url: fixture.databaseUrl, size: 1 })
    const name = `test.${table}`
    try {
      await work((options) =>
        inTransaction(db, options, async (tx) => {
          await many(tx, name, `select id from ${table} where id = any($1::int[])`, [[2]])
          const prepared = options.byKeys ? nameByKeys(name) : name
          const lines = await tx.query({ text: `explain execute "${prepared}" ('{2}')` })
          return JSON.stringify(lines.rows)
        }),
      )
    } finally {
      await db.close()
    }
  }

  test('a transaction with the option byKeys uses the index, although its statement was planned while the table was small', () =>
    plansOn('grown', async (plan) => {
      // A plan that was cached by a transaction without the option is not used.
      for (let i = 0; i < 7; i += 1) expect(await plan(once)).toContain('Seq Scan')
      await plan({ ...once, byKeys: true })
      await change('insert into grown select generate_series(4, 20000)')
      expect(await plan({ ...once, byKeys: true })).toMatch(/Index (Only )?Scan (using|on) grown_pkey/)
    }))

  test('a transaction without the option byKeys uses the index once the grown table is analysed', () =>
    plansOn('chosen', async (plan) => {
      for (let i = 0; i < 7; i += 1) expect(await plan(once)).toContain('Seq Scan')
      await change('insert into chosen select generate_series(4, 20000)', 'analyze chosen')
      expect(await plan(once)).toMatch(/Index (Only )?Scan (using|on) chosen_pkey/)
    }))

  test('a transaction changes no planner setting unless it has the option byKeys', async () => {
    const settings = (options: TransactionOptions) =>
      inTransaction(fixture.context.db, options, (tx) =>
        one(
          tx,
          'test.settings',
          `select current_setting('enable_seqscan') as scans,
                                         current_setting('plan_cache_mode') as plans`,
        ),
      )
    expect(await settings({ ...once, byKeys: true })).toEqual({ scans: 'off', plans: 'force_generic_plan' })
    expect(await settings(once)).toEqual({ scans: 'on', plans: 'auto' })
  })
})
