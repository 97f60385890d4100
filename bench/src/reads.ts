import { parseArgs } from 'node:util'
import { portfolioSorts } from '@pematang/contract/reports/portfolio/endpoints'
import { readsInvariants } from '../../server/src/audit/testing.ts'
import type { Context } from '../../server/src/context.ts'
import { Database } from '../../server/src/platform/db/database.ts'
import { listBorrowers, listPortfolio, listTransactions } from '../../server/src/reports/testing.ts'
import { getSummary } from '../../server/src/lenders/testing.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'
import { seedLoansOfTwoYears, seedPortfolios } from './seed/portfolios.ts'
import { type Cost, costOf, formatCost } from './stand/cost.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures the database cost of a page of the dashboard, through the product's own functions, while other lenders' rows
// are added to the tables of the two measured lenders.

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '200000,1000000,5000000' },
    loans: { type: 'string', default: '400000' },
    repeat: { type: 'string', default: '15' },
    name: { type: 'string', default: 'reads' },
  },
})
const sizes = values.sizes.split(',').map((size) => positive('sizes', size) ?? 0)
const loans = positive('loans', values.loans) ?? 400_000
const repeat = positive('repeat', values.repeat) ?? 15
const small = { lenderId: 1, fundings: 1_000 }
const big = { lenderId: 2, fundings: 100_000 }
const ordinary = 10_000

type Question = { what: string; ask: (context: Context, lenderId: number, last: Lasts) => Promise<unknown> }
type Lasts = { portfolio: number; borrowers: number; transactions: number }

const portfolio = (more: object) => (context: Context, lenderId: number) =>
  listPortfolio(context, lenderId, { page: 1, limit: 10, ...more })
const history = (more: object) => (context: Context, lenderId: number) =>
  listTransactions(context, lenderId, { page: 1, limit: 10, ...more })
const borrowers =
  (more: object) =>
  ({ db }: Context, lenderId: number) =>
    listBorrowers(db, lenderId, { page: 1, limit: 10, ...more })
const secondsAgo = (days: number): string => String(Math.floor(Date.now() / 1_000) - days * 86_400 - 4_321)

const questions: Question[] = [
  { what: 'summary', ask: getSummary },
  { what: 'portfolio, first page', ask: portfolio({}) },
  {
    what: 'portfolio, last page',
    ask: (context, id, last) => portfolio({ page: last.portfolio })(context, id),
  },
  {
    what: 'portfolio, middle page',
    ask: (context, id, last) => portfolio({ page: Math.ceil(last.portfolio / 2) })(context, id),
  },
  { what: 'portfolio, ACTIVE', ask: portfolio({ loanStatus: 'ACTIVE' }) },
  { what: 'portfolio, FUNDED', ask: portfolio({ loanStatus: 'FUNDED' }) },
  { what: 'portfolio, LATE', ask: portfolio({ loanStatus: 'LATE' }) },
  { what: 'portfolio, name of many (jaya)', ask: portfolio({ name: 'jaya' }) },
  { what: 'portfolio, name of one', ask: portfolio({ name: 'toko rinjani jaya 3' }) },
  { what: 'portfolio, name of nobody', ask: portfolio({ name: 'tidak ada' }) },
  { what: 'portfolio, number of one', ask: portfolio({ loanNumber: '000123' }) },
  { what: 'portfolio, number of many (2025)', ask: portfolio({ loanNumber: '2025' }) },
  { what: 'portfolio, number of none', ask: portfolio({ loanNumber: 'xyz' }) },
  { what: 'borrowers, first page', ask: borrowers({}) },
  {
    what: 'borrowers, last page',
    ask: (context, id, last) => borrowers({ page: last.borrowers })(context, id),
  },
  { what: 'borrowers, name of many (jaya)', ask: borrowers({ name: 'jaya' }) },
  { what: 'borrowers, name of nobody', ask: borrowers({ name: 'tidak ada' }) },
  { what: 'history, first page', ask: history({}) },
  {
    what: 'history, last page',
    ask: (context, id, last) => history({ page: last.transactions })(context, id),
  },
  { what: 'history, Top Up', ask: history({ type: '1' }) },
  { what: 'history, Funding', ask: history({ type: '2' }) },
  { what: 'history, Repayment', ask: history({ type: '5' }) },
  { what: 'history, In Progress', ask: history({ status: '2' }) },
  { what: 'history, Failed', ask: history({ status: '3' }) },
  { what: 'history, a month', ask: history({ startDate: secondsAgo(60), endDate: secondsAgo(30) }) },
  { what: 'history, a year', ask: history({ startDate: secondsAgo(500), endDate: secondsAgo(135) }) },
  { what: 'portfolio, name of many and LATE', ask: portfolio({ name: 'jaya', loanStatus: 'LATE' }) },
  { what: 'portfolio, name of many and ACTIVE', ask: portfolio({ name: 'jaya', loanStatus: 'ACTIVE' }) },
  {
    what: 'portfolio, name of one and ACTIVE',
    ask: portfolio({ name: 'toko rinjani jaya 3', loanStatus: 'ACTIVE' }),
  },
  { what: 'portfolio, number of many and LATE', ask: portfolio({ loanNumber: '2025', loanStatus: 'LATE' }) },
  { what: 'portfolio, name and number of many', ask: portfolio({ name: 'jaya', loanNumber: '2025' }) },
  {
    what: 'portfolio, number of many, page 1,000',
    ask: portfolio({ loanNumber: '2025', page: 1_000 }),
  },
  {
    what: 'portfolio, number of many and ACTIVE',
    ask: portfolio({ loanNumber: '2025', loanStatus: 'ACTIVE' }),
  },
  { what: 'portfolio, a digit', ask: portfolio({ loanNumber: '7' }) },
  {
    what: 'portfolio, ACTIVE, middle page',
    ask: (context, id, last) =>
      portfolio({ loanStatus: 'ACTIVE', page: Math.ceil(last.portfolio * 0.25) })(context, id),
  },
  ...portfolioSorts.map((sort) => ({ what: `portfolio by ${sort}`, ask: portfolio({ sort }) })),
  {
    what: 'portfolio by NAME, middle page',
    ask: (context, id, last) => portfolio({ sort: 'NAME', page: Math.ceil(last.portfolio / 2) })(context, id),
  },
  {
    what: 'portfolio by PRINCIPAL, last page',
    ask: (context, id, last) => portfolio({ sort: 'PRINCIPAL', page: last.portfolio })(context, id),
  },
  {
    what: 'portfolio by NAME, name and number of many and ACTIVE',
    ask: portfolio({ name: 'jaya', loanNumber: '2025', loanStatus: 'ACTIVE', sort: 'NAME' }),
  },
]

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  await context.db.query({ text: 'create extension if not exists pg_stat_statements' })
  await seedLoansOfTwoYears(context, { loans, borrowers: Math.ceil(loans / 8) })
  const asking = { ...context, db: new Database({ url: stand.url('pematang'), size: 1 }) }
  const table = new Map<string, Cost[]>()
  let seeded = 0
  for (const size of sizes) {
    const started = performance.now()
    const first = seeded === 0 ? [small, big] : []
    const begun = first.reduce((sum, { fundings }) => sum + fundings, seeded)
    const others = Array.from({ length: Math.max(0, Math.round((size - begun) / ordinary)) }, (_, place) => ({
      lenderId: 10 + Math.ceil(seeded / ordinary) + place,
      fundings: ordinary,
    }))
    await seedPortfolios(context, [...first, ...others])
    seeded = begun + others.length * ordinary
    await settleDown(context)
    console.log(`${seeded} fundings after ${((performance.now() - started) / 1_000).toFixed(0)} s more`)
    for (const { lenderId, fundings } of [small, big]) {
      const last = await lastPages(asking, lenderId)
      for (const question of questions) {
        const cost = await costOf(asking, repeat, () => question.ask(asking, lenderId, last))
        const row = table.get(`${question.what} ${fundings}`) ?? []
        table.set(`${question.what} ${fundings}`, [...row, cost])
        console.log(`${size} ${fundings} ${question.what}: ${formatCost(cost)}`)
      }
    }
  }
  for (const { id, sql } of readsInvariants.filter((one) => one.id !== 'I23e')) {
    const { rowCount } = await context.db.query({ text: `select * from (${sql}) breach limit 1` })
    if (rowCount !== 0) throw new Error(`what is read is not what the books say: ${id}`)
  }
  console.log(`wrote ${writePage(values.name, page(machine, table))}`)
  await asking.db.close()
  await context.db.close()
} finally {
  await stand.close()
}

async function lastPages(context: Context, lenderId: number): Promise<Lasts> {
  const one = { page: 1, limit: 10 }
  const [all, who, moved] = [
    await listPortfolio(context, lenderId, one),
    await listBorrowers(context.db, lenderId, one),
    await listTransactions(context, lenderId, one),
  ]
  return {
    portfolio: all.pagination.totalPage,
    borrowers: who.pagination.totalPage,
    transactions: moved.pagination.totalPage,
  }
}

function page(machine: ReturnType<typeof describeMachine>, table: ReadonlyMap<string, Cost[]>): string {
  const head = sizes.map((size) => (size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1_000}k`))
  const section = (fundings: number) => [
    `## A lender of ${fundings.toLocaleString('en-US')} fundings`,
    '',
    `| | ${head.join(' | ')} |`,
    `| --- | ${head.map(() => '---:').join(' | ')} |`,
    ...questions.map(({ what }) => {
      const costs = table.get(`${what} ${fundings}`) ?? []
      return `| ${what} | ${costs.map(formatCost).join(' | ')} |`
    }),
    '',
  ]
  return `${[
    `# Reads, ${new Date().toISOString().slice(0, 10)}`,
    '',
    'Milliseconds of database time of one call by its verb, all its statements together, warm: time of the server process on',
    'the processor (Linux schedstat, with parsing and sending), and in brackets the best by the clock of each statement',
    `(pg_stat_statements), of ${repeat} calls. Columns are fundings in all.`,
    '',
    `Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB; ${machine.fileSystem}; Node ${machine.node},`,
    `${machine.postgres}, default settings. Load average before: ${machine.loadBefore}. ${loans.toLocaleString('en-US')} loans.`,
    'Afterwards what is read was compared with the books, row by row and sum by sum.',
    '',
    ...section(small.fundings),
    ...section(big.fundings),
  ]
    .join('\n')
    .trim()}\n`
}
