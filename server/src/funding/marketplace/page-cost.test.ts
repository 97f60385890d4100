import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../platform/db/database.ts'
import { insertOpenLoans } from '../../../testing/open-loans.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { findPage, type PageQuery, pageStatement } from './find-page.ts'

let fixture: Fixture
let owner: Database

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it looks at plans' })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

const limit = 10
const filters: Pick<PageQuery, 'tenor' | 'loanTypeIds'>[] = [
  { tenor: null, loanTypeIds: null },
  { tenor: 2, loanTypeIds: null },
  { tenor: null, loanTypeIds: ['1'] },
  { tenor: 1, loanTypeIds: ['1', '3'] },
  { tenor: 99, loanTypeIds: null },
]

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }

/** The rows returned and the pages read by the scans of a query plan. */
async function costOf(
  { tenor, loanTypeIds }: (typeof filters)[number],
  offset: number,
): Promise<{ rows: number; buffers: number }> {
  const { rows } = await fixture.context.db.query<{
    'QUERY PLAN': [{ Plan: Plan & Record<string, number> }]
  }>({
    text: `explain (analyze, buffers, timing off, format json) ${pageStatement}`,
    values: [tenor, loanTypeIds, offset, limit],
  })
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan')
  const count = (node: Plan): number =>
    (node.Plans ?? []).reduce((sum, below) => sum + count(below), 0) +
    (node['Relation Name'] ? node['Actual Rows'] * node['Actual Loops'] : 0)
  return { rows: count(plan), buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0) }
}

test('DOOR-13 reading any marketplace page reads the same number of rows for a long list as for a short one', {
  timeout: 180_000,
}, async () => {
  const size = { days: 6, types: 3, tenors: 4 }
  const costs: { loans: number; rows: number; buffers: number }[] = []
  let loans = 0
  for (const more of [5_000, 20_000]) {
    await insertOpenLoans(owner, { ...size, loans: more })
    loans += more
    await owner.query({ text: 'vacuum (analyze)' })
    for (const filter of filters) {
      const { total } = await findPage(fixture.context.db, { ...filter, offset: 0, limit })
      for (const offset of [0, Math.floor(total / 2), Math.max(0, total - 10), total])
        costs.push({ loans, ...(await costOf(filter, offset)) })
    }
  }
  const most = (of: number, what: 'rows' | 'buffers') =>
    Math.max(...costs.filter((cost) => cost.loans === of).map((cost) => cost[what]))
  expect(most(25_000, 'rows')).toBeLessThan(1_500)
  expect(most(25_000, 'buffers')).toBeLessThan(600)
  expect(most(25_000, 'buffers')).toBeLessThan(1.2 * most(5_000, 'buffers'))
})
