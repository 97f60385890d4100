import { parseArgs } from 'node:util'
import { readsInvariants } from '../../server/src/audit/testing.ts'
import type { Context } from '../../server/src/context.ts'
import { type MarketplaceQuery, listMarketplace } from '../../server/src/funding/testing.ts'
import { Database } from '../../server/src/platform/db/database.ts'
import { insertOpenLoans } from '../../server/testing/open-loans.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { costOf, formatCost } from './stand/cost.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures the database cost of a page of the marketplace through the product's function, by the number of open loans.

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    repeat: { type: 'string', default: '15' },
    name: { type: 'string', default: 'marketplace' },
    keep: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map((size) => positive('sizes', size) ?? 0)
const repeat = positive('repeat', values.repeat) ?? 15

const filters: [string, Pick<MarketplaceQuery, 'tenor' | 'loanTypeId'>][] = [
  ['all', {}],
  ['one tenor', { tenor: '3' }],
  ['one type', { loanTypeId: '1' }],
  ['three types', { loanTypeId: '1,3,5' }],
  ['two types of a tenor', { loanTypeId: '1,3', tenor: '3' }],
]
const shapes = {
  '60 last days': { days: 60, types: 6, tenors: 10 },
  'one last day': { days: 1, types: 6, tenors: 10 },
  'one last day, type and tenor': { days: 1, types: 1, tenors: 3 },
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const parts = []
  for (const [shape, spread] of Object.entries(shapes)) {
    const columns: Map<string, string>[] = []
    for (const loans of sizes) columns.push(await measure(shape, { ...spread, loans }))
    const lines = [
      `| | ${sizes.map((size) => `${size.toLocaleString('en-US')} open`).join(' | ')} |`,
      `| --- | ${sizes.map(() => '---:').join(' | ')} |`,
      ...[...(columns[0]?.keys() ?? [])].map(
        (what) => `| ${what} | ${columns.map((column) => column.get(what)).join(' | ')} |`,
      ),
    ]
    parts.push({ heading: shape, lines })
  }
  const about = [
    'Milliseconds of database time of one page by its verb, all its statements together, warm: time of the server process on',
    'the processor (Linux schedstat, with parsing and sending), and in brackets the best by the clock of each statement',
    `(pg_stat_statements), of ${repeat} calls. Six types and ten tenors where nothing else is said.`,
  ]
  tellPage({ title: 'Marketplace', about, machine, parts }, values.keep ? values.name : null)
} finally {
  await stand.close()
}

type Spread = Parameters<typeof insertOpenLoans>[1]

/** Measures the cost of each query in a database of its own, and checks the results of the counts. */
async function measure(shape: string, spread: Spread): Promise<Map<string, string>> {
  const name = `market_${Object.values(spread).join('_')}`
  const context = await makeBooks(stand, name)
  await context.db.query({ text: 'create extension if not exists pg_stat_statements' })
  await insertOpenLoans(context.db, spread)
  await settleDown(context)
  const asking = { ...context, db: new Database({ url: stand.url(name), size: 1 }) }
  const costs = new Map<string, string>()
  for (const [what, filter] of filters)
    for (const [which, page] of Object.entries(await pagesOf(asking, filter))) {
      const cost = await costOf(asking, repeat, () => listMarketplace(asking, { ...filter, page, limit: 10 }))
      costs.set(`${what}, ${which} page`, formatCost(cost))
      console.log(`${shape}, ${spread.loans} open: ${what}, ${which} page ${formatCost(cost)}`)
    }
  const whole = readsInvariants.find(({ id }) => id === 'I23f')
  const { rowCount } = await context.db.query({ text: `select * from (${whole?.sql}) breach limit 1` })
  if (rowCount !== 0) throw new Error('the counts are not those of the listed loans')
  await asking.db.close()
  await context.db.close()
  return costs
}

async function pagesOf(
  asking: Context,
  filter: (typeof filters)[number][1],
): Promise<Record<string, number>> {
  const { pagination } = await listMarketplace(asking, { ...filter, page: 1, limit: 10 })
  const last = Math.max(1, pagination.totalPage)
  return { first: 1, middle: Math.ceil(last / 2), last }
}
