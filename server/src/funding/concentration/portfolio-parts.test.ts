import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { insertOpenLoans } from '../../../testing/open-loans.ts'
import { Database } from '../../platform/db/database.ts'
import { partsStatement, portfolioOf } from './portfolio-parts.ts'

const lenderId = 7_000_001
const fundings = 20_000

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

async function insertPortfolio(): Promise<void> {
  await insertOpenLoans(owner, { loans: 500, days: 5, types: 4, tenors: 2, varied: true })
  await owner.query({
    text: `create temporary table placed as
           select gen_random_uuid() as funding_id, l.id as loan_id, n % 100 + 1 as borrower_id, l.loan_number
             from generate_series(1, ${fundings}) n
             join (select id, loan_number, row_number() over (order by id) as place from loan) l on l.place = n % 500 + 1`,
  })
  await owner.query({
    text: `insert into portfolio_row (lender_id, funding_id, loan_id, borrower_id, loan_number)
           select ${lenderId}, funding_id, loan_id, borrower_id, loan_number from placed`,
  })
  await owner.query({
    text: `insert into portfolio_standing (lender_id, funding_id, phase, oldest_due, principal_due, interest_due, borrower_id,
                                           loan_number)
           select ${lenderId}, funding_id, 2, 'infinity', 1, 0, borrower_id, loan_number from placed`,
  })
  await owner.query({
    text: `insert into portfolio_total (lender_id, phases, principal_due, interest_due)
           values (${lenderId}, array[0, ${fundings}, 0, 0, 0, 0], ${fundings}, 0)`,
  })
  await owner.query({ text: 'vacuum (analyze)' })
}

test('CHO-10 the concentration of a portfolio of thousands of fundings is read from a few stored sums', async () => {
  await insertPortfolio()
  const { rows: types } = await owner.query<{ id: number; grade: string; amount: number }>({
    text: `select l.loan_type_id as id, coalesce(l.grade, '') as grade, count(*) as amount from portfolio_row r
             join loan l on l.id = r.loan_id where r.lender_id = $1 group by 1, 2`,
    values: [lenderId],
  })
  const loanTypes = [...new Set(types.map(({ id }) => id))].slice(0, 2)
  const grades = [...new Set(types.map(({ grade }) => grade))].slice(0, 2)
  const asked = { borrowers: [1, 2], loanTypes, grades }
  const sumWhere = (fits: (one: (typeof types)[number]) => boolean) =>
    types.filter(fits).reduce((sum, { amount }) => sum + amount, 0)
  expect(await portfolioOf(fixture.context.db, lenderId, asked)).toEqual({
    all: fundings,
    BORROWER: new Map([
      ['1', fundings / 100],
      ['2', fundings / 100],
    ]),
    LOAN_TYPE: new Map(loanTypes.map((id) => [String(id), sumWhere((one) => one.id === id)])),
    GRADE: new Map(grades.map((grade) => [grade, sumWhere((one) => one.grade === grade)])),
  })

  const { rows } = await owner.query<{
    'QUERY PLAN': [{ 'Execution Time': number; Plan: { 'Shared Hit Blocks': number } }]
  }>({
    text: `explain (analyze, buffers, timing off, format json) ${partsStatement}`,
    values: [lenderId, [1, 2], loanTypes, grades],
  })
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  expect(plan?.Plan['Shared Hit Blocks']).toBeLessThan(100)
  expect(plan?.['Execution Time']).toBeLessThan(50)
})
