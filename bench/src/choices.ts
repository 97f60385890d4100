import { parseArgs } from 'node:util'
import { type MarketplaceFilters, marketplaceSorts } from '@pematang/contract/funding/marketplace/choosing'
import type { Context } from '../../server/src/context.ts'
import {
  type Choice,
  chooseLoans,
  countChoice,
  countChoices,
  foldEntries,
  gradeFits,
  interestFits,
  leftFits,
  ownerFits,
  parametersOf,
  readChoice,
  sortColumns,
  tenorFits,
  typeFits,
  writeCursor,
} from '../../server/src/funding/testing.ts'
import { Database } from '../../server/src/platform/db/database.ts'
import { insertOpenLoans } from '../../server/testing/open-loans.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { type Cost, costOf, formatCost } from './stand/cost.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures the database cost of sorted and filtered pages of the marketplace and of the counts of the filter options,
// by the number of open loans: each order with each pair of filters, on the first, a middle and the last page.

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,1000000' },
    repeat: { type: 'string', default: '7' },
    name: { type: 'string', default: 'choices' },
    keep: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map((size) => positive('sizes', size) ?? 0)
const repeat = positive('repeat', values.repeat) ?? 7
const lenderId = 1

const filters: Record<string, MarketplaceFilters> = {
  type: { loanTypeId: '1,3' },
  grade: { grade: 'A' },
  tenor: { tenorFrom: '2', tenorTo: '4', tenorPeriodId: '3' },
  interest: { interestFrom: '0.12', interestTo: '0.16' },
  'amount left': { leftFrom: '100000000' },
  'not mine': { notMine: 'true' },
}
const names = Object.keys(filters)
const pairs = names.flatMap((a, index) =>
  names
    .slice(index + 1)
    .map((b): [string, MarketplaceFilters] => [`${a}, ${b}`, { ...filters[a], ...filters[b] }]),
)
const asked: [string, MarketplaceFilters][] = [
  ['nothing', {}],
  ...pairs,
  ['interest where the grade has none', { grade: 'A', interestFrom: '0.2' }],
  ['interest between two percents', { interestFrom: '0.1201', interestTo: '0.1203' }],
  ['much left, of a grade', { grade: 'E', leftFrom: '395000000' }],
]

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const parts = []
  for (const loans of sizes) parts.push(await measure(loans))
  const about = [
    'Milliseconds of database time of one page of ten by its verb with its count and cards, warm: time of the server process',
    'on the processor (Linux schedstat, with parsing and sending), and in brackets the best by the clock of each statement',
    `(pg_stat_statements), of ${repeat} calls; the worst of the first, the middle and the last page. Six types, six grades, ten`,
    'tenors, sixty last days; the interest follows the grade.',
  ]
  tellPage({ title: 'Choices', about, machine, parts }, values.keep ? values.name : null)
} finally {
  await stand.close()
}

async function measure(loans: number): Promise<{ heading: string; lines: string[] }> {
  const name = `choices_${loans}`
  const context = await makeBooks(stand, name)
  await context.db.query({ text: 'create extension if not exists pg_stat_statements' })
  await insertOpenLoans(context.db, { loans, days: 60, types: 6, tenors: 10, varied: true })
  const began = performance.now()
  while ((await foldEntries(context)) > 0);
  console.log(`${loans} loans entered in ${Math.round(performance.now() - began)} ms`)
  await settleDown(context)
  const asking = { ...context, db: new Database({ url: stand.url(name), size: 1 }) }
  const lines = [
    `| | loans | ${marketplaceSorts.join(' | ')} | counts |`,
    `| --- | ---: | ${marketplaceSorts.map(() => '---:').join(' | ')} | ---: |`,
  ]
  for (const [what, filter] of asked) {
    const { count } = await countChoice(asking, lenderId, readChoice(filter))
    const cells = []
    for (const sort of marketplaceSorts) cells.push(await worstPage(asking, { ...filter, sort }, count))
    const counts = await costOf(asking, repeat, () => countChoices(asking, lenderId, filter))
    const line = `| ${what} | ${count} | ${[...cells, counts].map(formatCost).join(' | ')} |`
    console.log(line)
    lines.push(line)
  }
  await asking.db.close()
  await context.db.close()
  return { heading: `${loans.toLocaleString('en-US')} open`, lines }
}

/** The highest cost of three pages: the first, one in the middle and the last. */
async function worstPage(asking: Context, query: MarketplaceFilters, count: number): Promise<Cost> {
  const costs = []
  for (const before of new Set([0, Math.floor(count / 2), Math.max(0, count - 10)])) {
    const cursor = before === 0 ? undefined : await cursorAfter(asking, readChoice(query), before)
    costs.push(
      await costOf(asking, repeat, () => chooseLoans(asking, lenderId, { ...query, limit: 10, cursor })),
    )
  }
  return costs.reduce((worst, cost) => (cost.clock > worst.clock ? cost : worst))
}

/** The cursor of the page that follows this many loans, found by going through all of them. */
async function cursorAfter({ db }: Context, choice: Choice, before: number): Promise<string> {
  const key = sortColumns[choice.sort]
  const { rows } = await db.query<{ key: number; loanId: number; asOf: number }>({
    text: `select m.${key} as key, m.loan_id as "loanId", (select number from listing_state) as "asOf" from listing_entry m
            where ${[typeFits, gradeFits, tenorFits, interestFits, leftFits, ownerFits].join(' and ')} and m.counted
            order by 1, 2 offset $12 limit 1`,
    values: [...parametersOf(choice, lenderId), before - 1],
  })
  const [place] = rows
  if (!place) throw new Error(`no loan at ${before}`)
  return writeCursor({ ...place, page: 2 }, { choice, lenderId })
}
