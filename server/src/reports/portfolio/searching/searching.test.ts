import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portfolioFilterStatuses, portfolioSorts } from '@pematang/contract/reports/portfolio/endpoints'
import { damage } from '../../../../testing/damage.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { readsInvariants } from '../../../audit/testing.ts'
import { Database, type Queryable } from '../../../platform/db/database.ts'
import { findPage } from '../find-page.ts'
import { packPortfolios } from './pack.ts'
import { searchAll } from './find.ts'
import type { SearchCriteria } from './read.ts'

// The rows are written by SQL, so that names, numbers and standings can have any value. The books of this fixture are
// not audited, but the packed segments are.

let fixture: Fixture
let owner: Database

const lenderId = 7
const fundings = 60
const names = [
  'Toko Sari',
  'toko sari 100%',
  'A_b',
  'a\\b',
  'Ünï Çödé',
  'Zoë 𝒵',
  'Zoë \uffee',
  'Sari',
  'TOKO SARI MAJU',
  'ab',
  'Ma’ruf',
  'Cafe\u0301',
]

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it compares two reads of the same rows' })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
  // Small portfolios are packed too, in segments of four.
  await owner.query({
    text: `create or replace function portfolio_segment_size() returns numeric language sql immutable as 'select 4.0'`,
  })
  await owner.query({
    text: `create or replace function is_packable(total portfolio_total) returns boolean language sql immutable as 'select true'`,
  })
  await damage(
    fixture,
    `insert into borrower (id, number, name) select place, 'B-' || place, name from unnest($1::text[]) with ordinality one (name, place)`,
    [names],
  )
  await damage(
    fixture,
    `insert into loan (id, secure_id, loan_number, borrower_id, loan_type_id, interest, interest_type, tenor, tenor_period,
                       offer_from, offer_until, source_hash)
     select n, 's-' || n, case n % 3 when 0 then 'PMT-' when 1 then 'p/' else '' end || repeat('1', n % 4) || n,
            1 + n * 7 % $1::int, 1, 0.1 + n % 3 * 0.01, 'FLAT', 3, 'MONTH', '2026-01-01', '2026-02-01', 'x'
       from generate_series(1, $2::int) n`,
    [names.length, fundings],
  )
  await damage(
    fixture,
    `insert into funding (lender_id, id, loan_id, amount, state, expected_interest, sign_before)
     select $1, overlay(md5('f' || n) placing '7' from 13 for 1)::uuid, n, 100000 * (1 + n % 4), 'WAITING', 1, app_now()
       from generate_series(1, $2::int) n`,
    [lenderId, fundings],
  )
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

/** Answers the same criteria from the plain tables, row by row. */
const plainSql = `
  select id, count(*) over () as total from (
    select s.funding_id as id, b.name, l.loan_number, s.phase, s.oldest_due, s.principal_due, f.amount, l.interest
      from portfolio_standing s join funding f on f.lender_id = s.lender_id and f.id = s.funding_id
      join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id where s.lender_id = $1
    union all
    select f.id, b.name, l.loan_number, 0, 'infinity', -1, f.amount, l.interest
      from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
     where f.lender_id = $1 and f.state = 'WAITING') one
   where ($2::text is null or strpos(search_form(name), search_form($2)) > 0) and ($3::text is null or strpos(lower(loan_number), lower($3)) > 0)
     and case $4::text when 'FUNDED' then phase < 2 when 'UNSIGNED' then phase = 0
           when 'ACTIVE' then phase = 2 and oldest_due >= business_day(app_now())
           when 'RESTRUCTURE' then phase = 3 and oldest_due >= business_day(app_now())
           when 'LATE' then phase in (2, 3) and oldest_due < business_day(app_now())
           when 'REPAID' then phase = 4 when 'WRITTEN_OFF' then phase = 5 when 'REFUNDED' then phase = 6 else true end
   order by case $5::text when 'PRINCIPAL' then -principal_due when 'AMOUNT' then -amount when 'RATE' then -interest end,
            case $5::text when 'DUE' then oldest_due end, case $5::text when 'NAME' then search_form(name) collate "C" end, id desc`

const criteria = fc.record({
  name: fc.option(
    fc.constantFrom(
      'sari',
      'TOKO',
      'o sa',
      'b',
      '%',
      '_',
      '\\',
      'ü',
      '𝒵',
      'i\nt',
      'nobody',
      "ma'r",
      'CAFÉ',
      '\u0301',
    ),
    {
      freq: 2,
    },
  ),
  loanNumber: fc.option(fc.constantFrom('1', '11', 'PMT', 'p/', '-11', '5', '\n', 'none'), { freq: 2 }),
  status: fc.option(fc.constantFrom(...portfolioFilterStatuses)),
  sort: fc.option(fc.constantFrom(...portfolioSorts)),
  page: fc.integer({ min: 1, max: 9 }),
  limit: fc.integer({ min: 1, max: 12 }),
})

const place = fc.integer({ min: 1, max: fundings })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sign' as const),
      places: fc.uniqueArray(place, { maxLength: 25 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('stand' as const),
      places: fc.uniqueArray(place, { maxLength: 20 }),
      phase: fc.integer({ min: 1, max: 6 }),
      days: fc.integer({ min: -2, max: 2 }),
      principal: fc.constantFrom(0, 1, 4_294_967_296, 5_000_000_000_000_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pack' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      of: fc.integer({ min: 1, max: names.length }),
      name: fc.constantFrom(...names, 'Sari yang namanya panjang sekali'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function performStep(one: Step): Promise<void> {
  if (one.kind === 'pack') return packPortfolios(fixture.context, 1)
  if (one.kind === 'rename')
    return void (await owner.query({
      text: 'update borrower set name = $2 where id = $1',
      values: [one.of, one.name],
    }))
  if (one.kind === 'sign')
    return void (await owner.query({
      text: `update funding set state = 'SETTLED', ended_at = app_now() where loan_id = any ($1) and state = 'WAITING'`,
      values: [one.places],
    }))
  await owner.query({
    text: `update portfolio_standing s set phase = $2::smallint, principal_due = $4,
                  oldest_due = case when $2::int in (2, 3) then business_day(app_now()) + $3::int else 'infinity' end
             from funding f where f.loan_id = any ($1) and s.lender_id = f.lender_id and s.funding_id = f.id`,
    values: [one.places, one.phase, one.days, one.principal],
  })
  await owner.query({
    text: `update portfolio_total t set phases = array(
             select (select count(*) from portfolio_standing s where s.lender_id = t.lender_id and s.phase = n)
               from generate_series(1, 6) n order by n)`,
  })
}

const packedAuditSql = readsInvariants.find(({ id }) => id === 'I23i')?.sql ?? ''

test('every search of packed and unpacked fundings returns the page and total of a plain SQL query', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.array(criteria, { minLength: 3, maxLength: 8 })), {
        minLength: 3,
        maxLength: 8,
      }),
      async (steps) => {
        for (const [one, questions] of steps) {
          await performStep(one)
          expect((await owner.query({ text: packedAuditSql })).rows).toEqual([])
          for (const { page, limit, ...asked } of questions) {
            const wanted: SearchCriteria = { lenderId, ...asked }
            const { rows } = await owner.query<{ id: string }>({
              text: plainSql,
              values: [lenderId, asked.name, asked.loanNumber, asked.status, asked.sort],
            })
            const ids = rows.map(({ id }) => id)
            expect(
              await findPage(fixture.context.db, { ...wanted, page, limit }),
              JSON.stringify(asked),
            ).toEqual({
              total: ids.length,
              ids: ids.slice((page - 1) * limit, page * limit),
            })
            expect((await searchAll(fixture.context.db, wanted)).toString('hex')).toBe(
              ids.join('').replaceAll('-', ''),
            )
          }
        }
      },
    ),
    { numRuns: 15 },
  )
}, 600_000)

const everything = {
  lenderId,
  name: 'a',
  loanNumber: '1',
  status: null,
  sort: 'NAME',
  page: 1,
  limit: 100,
} as const
const touchAll = 'insert into portfolio_touch select lender_id, funding_id, true from portfolio_standing'

test('a search is repeated if the fundings are packed again between two of its statements', async () => {
  const { db } = fixture.context
  await performStep({ kind: 'sign', places: Array.from({ length: 40 }, (_, index) => index + 1) })
  await owner.query({ text: touchAll })
  await packPortfolios(fixture.context, 1)
  const asked: string[] = []
  const disturbed: Queryable = {
    async query(statement) {
      asked.push(statement.name ?? '')
      if (statement.name === 'reports.portfolio.columns' && !asked.includes('packed again')) {
        asked.push('packed again')
        await owner.query({ text: touchAll })
        await packPortfolios(fixture.context, 1)
      }
      return db.query(statement)
    },
  }
  const found = await findPage(disturbed, everything)
  expect(asked.filter((name) => name === 'reports.portfolio.segments')).toHaveLength(2)
  expect(found.total).toBeGreaterThan(0)
  expect(found).toEqual(await findPage(db, everything))
})

test('packing loses no change that is committed while it runs', async () => {
  const writers = new Database({ url: fixture.databaseUrl, size: 4 })
  const change = async (writer: number): Promise<void> => {
    for (let round = 0; round < 15; round += 1)
      await writers.query({
        text: `update portfolio_standing s set principal_due = s.principal_due % 1000 + 1 from funding f
                where f.lender_id = s.lender_id and f.id = s.funding_id and f.loan_id % 4 = $1 and f.loan_id % 5 <> $2`,
        values: [writer, round % 5],
      })
  }
  let isOver = false
  const pack = async (): Promise<void> => {
    while (!isOver) await packPortfolios(fixture.context, 1)
  }
  const packers = [pack(), pack()]
  await Promise.all([0, 1, 2, 3].map(change))
  isOver = true
  await Promise.all(packers)
  await packPortfolios(fixture.context, 1)
  await writers.close()
  expect((await owner.query({ text: 'select from portfolio_touch' })).rowCount).toBe(0)
  expect((await owner.query({ text: packedAuditSql })).rows).toEqual([])
})
