import { type MarketplaceFilters, marketplaceSorts } from '@pematang/contract/funding/marketplace/choosing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../../platform/db/database.ts'
import { insertOpenLoans } from '../../../../testing/open-loans.ts'
import { makeFixture, type Fixture } from '../../../../testing/fixture.ts'
import { foldEntries } from '../fold-entries.ts'
import { parametersOf, readChoice } from './choice.ts'
import { alongIndexes, chooseLoans, pageParameters, startOf } from './choose-loans.ts'
import { totalStatements } from './count-statements.ts'
import { gradeFits, interestFits, leftFits, tenorFits, typeFits } from './fits.ts'
import { pageStatements, sortColumns, type Way } from './page-statements.ts'

let fixture: Fixture
let owner: Database

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it looks at plans' })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
  await insertOpenLoans(owner, { loans: 12_000, days: 6, types: 3, tenors: 4, varied: true })
  while ((await foldEntries(fixture.context)) > 0);
  await owner.query({ text: 'vacuum (analyze)' })
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

async function scansOf(text: string, values: unknown[]) {
  const { rows } = await alongIndexes(fixture.context.db, (tx) =>
    tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `explain (analyze, timing off, format json) ${text}`,
      values,
    }),
  )
  const scans: { table: string; how: string; rows: number }[] = []
  const walk = (node: Plan) => {
    const rowsRead = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    if (node['Relation Name'])
      scans.push({ table: node['Relation Name'], how: node['Node Type'], rows: rowsRead })
    for (const below of node.Plans ?? []) walk(below)
  }
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan')
  walk(plan)
  return scans
}

const ways: [Way, MarketplaceFilters, number][] = [
  ['order', {}, 100],
  ['order', { grade: 'A,B', interestTo: '0.3' }, 3_100],
  ['order', { loanTypeId: '1', tenorFrom: '2' }, 3_100],
  ['left', { leftFrom: '390000000', grade: 'B' }, 3_100],
  ['interest', { interestFrom: '0.1225', interestTo: '0.1225' }, 3_100],
  ['kinds', { grade: 'C', loanTypeId: '2' }, 900],
  ['kinds', { tenorFrom: '2', tenorTo: '2' }, 3_100],
  ['steps', { leftFrom: '100000000' }, 300],
]

test.each(marketplaceSorts)(
  'CHO-04 reading the first, middle or last page sorted by %s reads few loans, by an index, and never sorts them all',
  async (sort) => {
    for (const [way, filters, most] of ways) {
      // Only the sort order by funded amount is read in steps, with an index for them.
      if (way === 'steps' && sort !== 'filled') continue
      const choice = readChoice({ ...filters, sort })
      const { rows } = await owner.query<{ key: number; loanId: number }>({
        text: `select ${sortColumns[sort]} as key, loan_id as "loanId" from listing_entry order by 1, 2`,
      })
      const middle = rows.filter((_, index) => [6_000, 11_990].includes(index))
      for (const { key, loanId } of [startOf(choice), ...middle]) {
        const place = { key, loanId, asOf: 0, page: 1 }
        const values = pageParameters(way, { choice, lenderId: 1, place, limit: 11 })
        const scans = await scansOf(pageStatements[sort][way].text, values)
        const ofLoans = scans.filter(({ table }) => ['listing_entry', 'loan_position'].includes(table))
        expect([way, filters, ofLoans.filter(({ how }) => how === 'Seq Scan')]).toEqual([way, filters, []])
        expect(
          ofLoans.reduce((sum, { rows: read }) => sum + read, 0),
          `${way} ${key}`,
        ).toBeLessThan(2 * most + 100)
      }
    }
  },
)

test('CHO-04 counting the filter options reads precomputed loan groups and no loans', async () => {
  const values = [...parametersOf(readChoice({ grade: 'A', interestFrom: '0.1' }), 1), 0, 0]
  const scans = await scansOf(totalStatements.kinds.text, values)
  const read = (table: string) =>
    scans.filter((scan) => scan.table === table).reduce((sum, { rows }) => sum + rows, 0)
  expect(read('listing_kind')).toBeGreaterThan(100)
  expect([read('listing_entry'), read('loan_position'), read('loan')]).toEqual([0, 0, 0])
})

test.each(marketplaceSorts)(
  'CHO-02 CHO-04 a page sorted by %s has the first matching loans, even when the filtered range exceeds one read',
  async (sort) => {
    const wide = [{ leftFrom: '20000000' }, { interestFrom: '0.0801', interestTo: '0.3001' }]
    const narrow: MarketplaceFilters[] = [
      { grade: 'A' },
      { grade: 'E' },
      { loanTypeId: '1' },
      { tenorTo: '2' },
    ]
    const conditions = [typeFits, gradeFits, tenorFits, interestFits, leftFits].join(' and ')
    for (const filters of wide.flatMap((range) => narrow.map((one) => ({ ...range, ...one })))) {
      const choice = readChoice({ ...filters, sort })
      const { rows } = await owner.query<{ loanNumber: string }>({
        text: `select l.loan_number as "loanNumber" from listing_entry m join loan l on l.id = m.loan_id
                where ${conditions} and m.counted and $1::bigint is not null and $11::boolean is not null
                order by m.${sortColumns[sort]}, m.loan_id limit 10`,
        values: parametersOf(choice, 1),
      })
      const { list } = await chooseLoans(fixture.context, 1, { ...filters, sort, limit: 10 })
      expect([filters, list.map(({ loanNumber }) => loanNumber)]).toEqual([
        filters,
        rows.map(({ loanNumber }) => loanNumber),
      ])
    }
  },
)
