import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portfolioFilterStatuses, portfolioSorts } from '@pematang/contract/reports/portfolio/endpoints'
import { damage } from '../../../testing/damage.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { Database } from '../../platform/db/database.ts'
import type { SearchCriteria } from './criteria.ts'
import { findPage } from './find-page.ts'
import { searchAll } from './search.ts'

/** A text of this test as the database folds it. */
const folded = (text: string | null): string =>
  (text ?? '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/^ +| +$/g, '')

// The rows are written by SQL, so that names, numbers and standings can have any value. The books of this fixture are
// not audited.

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
]

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it compares two reads of the same rows' })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
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

type Entry = {
  id: string
  name: string
  number: string
  /** 0 while the funding waits for a signature. */
  phase: number
  /** A date later than all others where nothing is due. */
  due: string
  principal: number
  amount: number
  rate: number
}

/** Every funding of the lender that is in the portfolio, from the tables of record and the standing. */
async function readEntries(): Promise<{ today: string; entries: Entry[] }> {
  const { rows } = await owner.query<Entry & { today: string }>({
    text: `select f.id, search_form(b.name) as name, lower(l.loan_number) as number, coalesce(s.phase, 0) as phase,
                  coalesce(nullif(s.oldest_due, 'infinity'), '9999-12-31') as due,
                  coalesce(s.principal_due, -1) as principal, f.amount, l.interest::float8 as rate,
                  business_day(app_now()) as today
             from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
             left join portfolio_standing s on s.lender_id = f.lender_id and s.funding_id = f.id
            where f.lender_id = $1 and f.state in ('WAITING', 'SETTLED')`,
    values: [lenderId],
  })
  return { today: rows[0]?.today ?? '', entries: rows }
}

const phasesOf = {
  FUNDED: [0, 1],
  UNSIGNED: [0],
  ACTIVE: [2],
  LATE: [2, 3],
  RESTRUCTURE: [3],
  REPAID: [4],
  WRITTEN_OFF: [5],
  REFUNDED: [6],
}

function hasStatus({ phase, due }: Entry, status: SearchCriteria['status'], today: string): boolean {
  if (status === null) return true
  if (!phasesOf[status].includes(phase)) return false
  if (status === 'LATE') return due < today
  return !['ACTIVE', 'RESTRUCTURE'].includes(status) || due >= today
}

/** Names are ordered by their bytes, as by PostgreSQL's collation “C”. */
const comparisons: Record<NonNullable<SearchCriteria['sort']>, (a: Entry, b: Entry) => number> = {
  DUE: (a, b) => (a.due < b.due ? -1 : Number(a.due > b.due)),
  PRINCIPAL: (a, b) => b.principal - a.principal,
  AMOUNT: (a, b) => b.amount - a.amount,
  RATE: (a, b) => b.rate - a.rate,
  NAME: (a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)),
}

/** The ids of the matching entries in order. */
const idsOf = (
  entries: readonly Entry[],
  today: string,
  { name, loanNumber, status, sort }: Omit<SearchCriteria, 'lenderId'>,
): string[] =>
  entries
    .filter(
      (entry) =>
        entry.name.includes(folded(name)) &&
        entry.number.includes(folded(loanNumber)) &&
        hasStatus(entry, status, today),
    )
    .toSorted((a, b) => (sort === null ? 0 : comparisons[sort](a, b)) || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)

const criteria = fc.record({
  name: fc.option(fc.constantFrom('sari', 'TOKO', 'o sa', 'b', '%', '_', '\\', 'ü', '𝒵', 'i\nt', 'nobody'), {
    freq: 2,
  }),
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

test('every list of the portfolio has the page, the total and the order of a search in the tables of record', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.array(criteria, { minLength: 3, maxLength: 8 })), {
        minLength: 3,
        maxLength: 8,
      }),
      async (steps) => {
        for (const [one, questions] of steps) {
          await performStep(one)
          const { today, entries } = await readEntries()
          for (const { page, limit, ...asked } of questions) {
            const ids = idsOf(entries, today, asked)
            expect(
              await findPage(fixture.context.db, { lenderId, ...asked, page, limit }),
              JSON.stringify(asked),
            ).toEqual({
              total: ids.length,
              ids: ids.slice((page - 1) * limit, page * limit),
            })
            expect((await searchAll(fixture.context.db, { lenderId, ...asked })).toString('hex')).toBe(
              ids.join('').replaceAll('-', ''),
            )
          }
        }
      },
    ),
    { numRuns: 15 },
  )
}, 600_000)
