import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { withClient } from '../testing/global-setup.ts'
import { makeFixture, type Fixture } from '../testing/fixture.ts'
import { closeDay, measureNow, measureOn } from '../src/loans/testing.ts'

/**
 * Measures the figures on 42,535 running loans with 36 installments each, as many as the real file has. One in ten is
 * late, and each has paid twelve times: `npx vitest run --config server/vitest.stress.config.ts quality`.
 */
const loans = 42_535
let fixture: Fixture
let today: BusinessDate

beforeAll(async () => {
  fixture = await makeFixture()
  await withClient(fixture.databaseUrl, async (client) => {
    await client.query(`
      set session_replication_role = replica;
      insert into loan_type (id, name) values (1, 'Modal Usaha');
      insert into borrower (id, number, name) select n, 'B-' || n, 'Usaha ' || n from generate_series(1, ${loans}) n;
      insert into account (id, kind, owner_id, authorising) select n, 'BORROWER_CLEARING', n, false from generate_series(1, ${loans}) n;
      insert into loan (id, secure_id, loan_number, borrower_id, loan_type_id, interest, interest_type, tenor,
                        tenor_period, offer_from, offer_until, source_hash, disbursed_on)
      select n, 's-' || n, 'L-' || n, 1 + n % 40000, 1, 0.12, 'FLAT', 36, 'MONTH', '2020-01-01', '2020-02-01', '',
             business_day(now()) - 365 - n % 30 from generate_series(1, ${loans}) n;
      insert into loan_terms (loan_id, allocation, penalty_ppm_per_day, penalty_maximum_ppm)
      select id, 'INTEREST_PRINCIPAL_PENALTY', 1000, 1000000 from loan;
      insert into loan_servicing (loan_id, disbursed_on, principal, penalty_ppm_per_day, penalty_limit, principal_due,
                                  interest_due, clearing_account)
      select id, disbursed_on, 36000000, 1000, 0, 36000000 - 1000000 * (12 - case when id % 10 = 0 then id % 7 else 0 end),
             0, id from loan;
      insert into installment (loan_id, no, due_date, principal, interest, principal_paid, interest_paid)
      select l.id, no, l.disbursed_on + 30 * no, 1000000, 360000, 1000000 * paid, 360000 * paid
        from loan l cross join generate_series(1, 36) no
        cross join lateral (select (no <= 12 - case when l.id % 10 = 0 then l.id % 7 else 0 end)::int as paid) p order by l.id, no;
      insert into loan_payment (id, loan_id, reference, paid_on, amount, principal, interest, penalty, fee, excess, tax)
      select gen_random_uuid(), loan_id, loan_id || '-' || no, due_date, 1360000, 1000000, 360000, 0, 0, 0, 0
        from installment where principal_paid > 0 order by due_date;
      analyze`)
  })
  today = (
    await one<{ day: BusinessDate }>(fixture.context.db, 'test.day', 'select business_day(now()) as day')
  ).day
}, 300_000)
afterAll(() => fixture.close())

/** The median of seven runs in milliseconds. */
async function median(work: (turn: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 7; turn += 1) {
    const start = performance.now()
    await work(turn)
    times.push(performance.now() - start)
  }
  return Math.round(times.toSorted((a, b) => a - b)[3] ?? 0)
}

test('TKB-01 the figures of 42,535 running loans take less than a second, and closing a day less than five', async () => {
  const { db } = fixture.context
  const now = await median(() => measureNow(db))
  const yesterday = await median(() => measureOn(db, addDays(today, -1)))
  const lastYear = await median(() => measureOn(db, addDays(today, -180)))
  const close = await median((turn) =>
    perform(fixture.context, closeDay, {
      actor: { kind: 'system' },
      input: { date: addDays(today, turn - 10) },
    }),
  )
  const { late } = await one<{ late: number }>(db, 'test.late', 'select count(*) as late from day_close_late')
  process.stdout.write(
    `now ${now} ms, yesterday ${yesterday} ms, half a year ago ${lastYear} ms, closing a day ${close} ms (${late} late loans in 7 days)\n`,
  )
  expect(await measureNow(db)).toMatchObject({ loans })
  expect(now).toBeLessThan(1_000)
  expect(close).toBeLessThan(5_000)
}, 300_000)
