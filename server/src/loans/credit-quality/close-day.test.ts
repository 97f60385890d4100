import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { compileCache } from '../../../testing/compile-cache.ts'
import { auditBooks } from '../../audit/testing.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { withClient } from '../../../testing/global-setup.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { closeDay, closeDays, closeDueDays, listClosedDays, listLateLoans } from './index.ts'
import { measureOn } from './measure.ts'
import { seedLoan } from './testing.ts'

let fixture: Fixture
let today: BusinessDate
const system = { kind: 'system' } as const
const ago = (days: number) => addDays(today, -days)
const close = (date: BusinessDate) => perform(fixture.context, closeDay, { actor: system, input: { date } })
const closed = async () =>
  (await listClosedDays(fixture.context.db, { from: ago(400), until: today }, { limit: 1000 })).rows
/** Violations of invariant I25 only: the inserted loans have no money behind them, which violates others. */
const broken = async () =>
  (await auditBooks(fixture.context.db)).filter(({ invariant }) => invariant === 'I25')

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof Refusal) return error.code
  throw new Error('no refusal', { cause: error })
}

beforeEach(async () => {
  await fixture?.close()
  fixture = await makeFixture()
  today = (
    await one<{ day: BusinessDate }>(fixture.context.db, 'test.day', 'select business_day(app_now()) as day')
  ).day
})
afterAll(() => fixture.close())

/** Two loans: 1,000 rupiah due 40 days ago, and 3,000 rupiah due in ten days. */
async function twoLoans() {
  const due = (days: number, principal: number) => ({ no: 1, dueDate: ago(days), principal, interest: 10 })
  const late = await seedLoan(fixture, { disbursedOn: ago(70), schedule: [due(40, 1_000)], payments: [] })
  await seedLoan(fixture, { disbursedOn: ago(35), schedule: [due(-10, 3_000)], payments: [] })
  return late
}

describe('TKB-01 the day close', () => {
  test('closing a day stores its credit quality as numerator and denominator, with the late loans that make it up', async () => {
    const { loanNumber } = await twoLoans()
    expect(await close(ago(36))).toMatchObject({
      date: ago(36),
      loans: 1,
      figures: { total: 1_000, DALAM_PERHATIAN_KHUSUS: 1_000, LANCAR: 0 },
      tkb: { TKB0: { numerator: 0, denominator: 1_000 }, TKB30: { numerator: 1_000, denominator: 1_000 } },
    })
    expect(await close(ago(35))).toMatchObject({ loans: 2, figures: { total: 4_000, LANCAR: 3_000 } })
    await closeDays(fixture.context, { actor: system })
    const days = await closed()
    expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 36 }, (_, index) => ago(index + 1)))
    const yesterday = { figures: { LANCAR: 3_000, DALAM_PERHATIAN_KHUSUS: 0, KURANG_LANCAR: 1_000 } }
    expect(days[0]).toMatchObject({ ...yesterday, tkb: { TKB30: { numerator: 3_000, denominator: 4_000 } } })
    expect(await listLateLoans(fixture.context.db, ago(1))).toEqual([
      { loanNumber, daysLate: 39, qualityDays: 39, outstanding: 1_000 },
    ])
    expect(await broken()).toEqual([])
  })

  test('closing the credit-quality figures of a day is possible only for past days, and only in sequence', async () => {
    expect(await refusalOf(close(today))).toBe('DAY_NOT_OVER')
    expect(await closeDays(fixture.context, { actor: system })).toBe(0)
    await close(ago(5))
    expect(await refusalOf(close(ago(3)))).toBe('DAY_OUT_OF_ORDER')
    expect(await refusalOf(close(ago(6)))).toBe('DAY_OUT_OF_ORDER')
    expect(await closeDays(fixture.context, { actor: system, until: ago(3) })).toBe(2)
    expect(await closeDays(fixture.context, { actor: system })).toBe(2)
    expect(await closeDays(fixture.context, { actor: system })).toBe(0)
    expect(await broken()).toEqual([])
  })

  test('the worker closes the credit-quality figures of every day after the first one that an operator closed', async () => {
    // Moves the clock to 05:00 or 07:00 of tomorrow in Jakarta, whatever the present hour.
    const until = async (hour: number) => {
      const { shift } = await one<{ shift: string }>(
        fixture.context.db,
        'test.shift',
        `select (($1::date + 1 + make_interval(hours => $2)) at time zone 'Asia/Jakarta' - now())::text as shift`,
        [today, hour],
      )
      fixture.travel(shift)
      return closeDueDays(fixture.context)
    }
    expect(await until(7)).toBe(0)
    fixture.travel(undefined)
    await close(ago(3))
    expect(await until(5)).toBe(2)
    expect(await until(5)).toBe(0)
    expect(await until(7)).toBe(1)
    expect((await closed()).map(({ date }) => date)).toEqual([today, ago(1), ago(2), ago(3)])
  })

  test('closing the credit-quality figures of a closed day again, also concurrently, returns the stored figures', async () => {
    await twoLoans()
    const first = await close(ago(5))
    const again = await Promise.all(Array.from({ length: 8 }, () => close(ago(5))))
    expect(new Set(again.map((day) => JSON.stringify(day)))).toEqual(new Set([JSON.stringify(first)]))
    const next = await Promise.all(Array.from({ length: 8 }, () => close(ago(4))))
    expect(new Set(next.map(({ hash }) => hash)).size).toBe(1)
    expect(await closed()).toHaveLength(2)
    expect(await broken()).toEqual([])
  })

  test('a backdated payment does not change the credit-quality figures of closed days, and counts in those closed later', async () => {
    const { loanId } = await twoLoans()
    await closeDays(fixture.context, { actor: system, from: ago(10), until: ago(5) })
    const before = await closed()
    await withClient(fixture.databaseUrl, async (client) => {
      await client.query(
        `insert into loan_payment (id, loan_id, reference, paid_on, amount, principal, interest, penalty, fee, excess, tax)
         values (gen_random_uuid(), $1, 'late news', $2, 1010, 1000, 10, 0, 0, 0, 0)`,
        [loanId, ago(8)],
      )
      await client.query(
        `update installment set principal_paid = 1000, interest_paid = 10 where loan_id = $1`,
        [loanId],
      )
      await client.query(`update loan_servicing set principal_due = 0, interest_due = 0 where loan_id = $1`, [
        loanId,
      ])
    })
    await close(ago(5))
    expect(await close(ago(4))).toMatchObject({ figures: { total: 3_000, LANCAR: 3_000 } })
    expect((await closed()).slice(1)).toEqual(before)
    expect(before[0]).toMatchObject({ date: ago(5), figures: { total: 4_000, KURANG_LANCAR: 1_000 } })
    // Measured now, the payment counts from its value date, although it was recorded later.
    expect(await measureOn(fixture.context.db, ago(8))).toMatchObject({ total: 3_000 })
    expect(await measureOn(fixture.context.db, ago(9))).toMatchObject({ total: 4_000, KURANG_LANCAR: 1_000 })
    expect(await broken()).toEqual([])
  })

  test('the database refuses to change or delete the closed credit-quality figures of a day', async () => {
    await twoLoans()
    await close(ago(5))
    for (const sql of [
      'update day_close set lancar = lancar',
      'delete from day_close',
      'truncate day_close_late cascade',
      'delete from day_close_late',
    ]) {
      await withClient(fixture.databaseUrl, async (client) => {
        await expect(client.query(sql), sql).rejects.toThrow('append-only')
      })
    }
  })

  test('a process killed while closing days leaves only completely closed ones, and the next process closes the others alike', async () => {
    await twoLoans()
    const held = await holdBack()
    const child = spawn(process.execPath, ['--input-type=module', '-e', script()], {
      env: {
        ...process.env,
        ...compileCache,
        DATABASE_URL: fixture.databaseUrl,
        UNTIL: ago(1),
        FROM: ago(12),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const told = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    await told
    await held.waitedFor()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    const half = await many<{ dates: number; late: number }>(
      fixture.context.db,
      'test.half',
      'select (select count(*) from day_close) as dates, (select count(*) from day_close_late) as late',
    )
    expect(half).toEqual([{ dates: 3, late: 3 }])
    await held.release()
    expect(await closeDays(fixture.context, { actor: system })).toBe(9)
    const resumed = await closed()
    expect(resumed.map(({ date }) => date)).toEqual(Array.from({ length: 12 }, (_, index) => ago(index + 1)))
    for (const { date, figures } of resumed) {
      expect(await measureOn(fixture.context.db, date)).toMatchObject(figures)
    }
    expect(await broken()).toEqual([])
  })
})

/** Lets three days close, and blocks the fourth while it is being written, until released. */
async function holdBack() {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: fixture.databaseUrl })
  await client.connect()
  await client.query(`
    create function wait_here() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(4711); return new;
    end $$;
    create trigger wait_here before insert on day_close_late for each row
      when (new.date >= date '${ago(9)}') execute function wait_here();
    select pg_advisory_lock(4711)`)
  return {
    async waitedFor() {
      for (;;) {
        const { rowCount } = await client.query(
          `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
        )
        if (rowCount === 1) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async release() {
      await client.query('select pg_advisory_unlock(4711); drop trigger wait_here on day_close_late')
      await client.end()
    },
  }
}

/** The source of a separate program that closes days, to be killed by the test. */
function script(): string {
  const source = (path: string) => JSON.stringify(join(import.meta.dirname, '../..', path))
  return `
    const { closeDays } = await import(${source('loans/credit-quality/index.ts')})
    const { Database } = await import(${source('platform/db/database.ts')})
    const { systemRandom } = await import(${source('platform/random.ts')})
    const db = new Database({ url: process.env.DATABASE_URL, size: 1 })
    await closeDays({ db, random: systemRandom }, {
      actor: { kind: 'system' }, from: process.env.FROM, until: process.env.UNTIL,
      onDay: (day) => process.stdout.write(day.date + ' '),
    })`
}
