import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Context } from '../../server/src/context.ts'
import { many, one } from '../../server/src/platform/db/database.ts'
import { longAgo } from '../../server/testing/servicing.ts'
import { measureRequests } from './funding-rounds.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { median } from './report/stats.ts'
import { type FundingSeed, prepareRequests, seedFundings } from './seed/fundings.ts'
import { minimumFunding, seedLoans } from './seed/loans.ts'
import { seedSettled } from './seed/settled.ts'
import { startHttp } from './stand/http-process.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures fundings over HTTP while the books grow to these numbers of settled fundings, and afterwards how many dead rows
// autovacuum has left and how long a vacuum of each table takes.

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '0,1000000,5000000' },
    lenders: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '64' },
    requests: { type: 'string', default: '20000' },
    turns: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map((size) => (size === '0' ? 0 : Number(positive('sizes', size))))
const lenders = positive('lenders', values.lenders) ?? 10_000
const requests = positive('requests', values.requests) ?? 20_000
const turns = positive('turns', values.turns) ?? 5
const options = { clients: positive('clients', values.clients) ?? 64 }
/** Fundings per loan of the settled ones, and how many are written at once. */
const [parts, written] = [10, 100_000]
/** The longest time of a load in seconds; it usually ends earlier, when its requests are used up. */
const longest = 300

type Rate = { rate: number; p99: number; node: number; postgres: number }
type Vacuumed = { name: string; rows: number; dead: number; vacuums: number; bytes: number; seconds: number }
type Size = { fundings: number; bytes: number; loads: Rate[]; tables: Vacuumed[] }

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  const seed = await seedFundings(context, lenders, lenders)
  const found: Size[] = []
  let settled = 0
  const started = performance.now()
  for (const size of sizes) {
    for (; settled < size; settled += Math.min(written, size - settled))
      await settleMore(context, seed, settled, Math.min(written, size - settled))
    console.log(
      `${settled} settled fundings after ${((performance.now() - started) / 60_000).toFixed(1)} minutes`,
    )
    found.push(await measure(context, seed, settled))
  }
  await assertBooks(context, 'after the loads')
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  await longAgo(context).db.close()
  await context.db.close()
  tellPage(
    {
      title: 'Fundings as the books grow',
      about: [
        `${turns} loads of ${requests} fundings at each size, after one that does not count; ${options.clients} clients, medians. Load, server and`,
        'database share the machine. Settled fundings are inserted as the verbs leave them, 10 of a loan.',
      ],
      machine,
      parts: [
        { heading: 'Rate', lines: rates(found) },
        ...found.map(({ fundings, tables }) => ({
          heading: `Vacuum at ${fundings.toLocaleString('en-US')}`,
          lines: vacuums(tables),
        })),
      ],
    },
    values.keep ? 'growth' : null,
  )
} finally {
  await stand.close()
}

async function settleMore(context: Context, seed: FundingSeed, from: number, count: number): Promise<void> {
  const loans = await seedLoans(context, `OLD${from}`, Math.ceil(count / parts), parts * minimumFunding)
  const fundings = loans.flatMap((loan, place) =>
    Array.from({ length: parts }, (_, part) => seed.lenders[(from + place * parts + part) % lenders]).flatMap(
      (lender) => (lender ? [{ lender, loan, amount: minimumFunding }] : []),
    ),
  )
  await seedSettled(longAgo(context), fundings)
}

async function measure(context: Context, seed: FundingSeed, fundings: number): Promise<Size> {
  await settleDown(context)
  const http = await startHttp(stand.url('pematang'), path.join(stand.folder, 'http.log'))
  const loads: Rate[] = []
  try {
    for (let turn = 0; turn <= turns; turn += 1) {
      const prepared = await prepareRequests(context, seed, 'spread', requests)
      const load = await measureRequests({ stand, seed, options }, http, prepared, longest)
      if (load.failures > 0) throw new Error(`${load.failures} requests were not answered with 200`)
      const { rate, p99, nodeCpu: node, postgresCpu: postgres } = load
      if (turn > 0) loads.push({ rate, p99, node, postgres })
      console.log(
        `${fundings} settled, load ${turn}: ${rate.toFixed(0)}/s, p99 ${p99} ms, CPU ${node.toFixed(0)} + ${postgres.toFixed(0)} us`,
      )
    }
  } finally {
    await http.stop()
  }
  const tables = await vacuum(context)
  const { bytes } = await one<{ bytes: number }>(
    context.db,
    'bench.database_size',
    'select pg_database_size(current_database()) as bytes',
  )
  return { fundings, bytes, loads, tables }
}

/** The tables with the most pages, what autovacuum has left of them, and the time to vacuum each. */
async function vacuum({ db }: Context): Promise<Vacuumed[]> {
  const tables = await many<Omit<Vacuumed, 'seconds'>>(
    db,
    'bench.tables',
    `select relname as name, n_live_tup as rows, n_dead_tup as dead, autovacuum_count as vacuums,
            pg_total_relation_size(relid) as bytes
       from pg_stat_user_tables order by bytes desc limit 16`,
    [],
  )
  const found: Vacuumed[] = []
  for (const table of tables) {
    const started = performance.now()
    await db.query({ text: `vacuum (analyze) ${table.name}` })
    found.push({ ...table, seconds: (performance.now() - started) / 1_000 })
  }
  return found
}

function rates(found: readonly Size[]): string[] {
  return [
    '| settled fundings | database GB | fundings/s | p99 ms | node us | PostgreSQL us |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    ...found.map(({ fundings, bytes, loads }) => {
      const middle = (of: (load: Rate) => number) => median(loads.map(of)).toFixed(0)
      const figures = [
        middle(({ rate }) => rate),
        middle(({ p99 }) => p99),
        middle(({ node }) => node),
        middle(({ postgres }) => postgres),
      ]
      return `| ${[fundings.toLocaleString('en-US'), (bytes / 1e9).toFixed(1), ...figures].join(' | ')} |`
    }),
  ]
}

function vacuums(tables: readonly Vacuumed[]): string[] {
  return [
    '| table | rows | dead rows before | autovacuums so far | GB | vacuum s |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...tables.map(
      ({ name, rows, dead, vacuums: times, bytes, seconds }) =>
        `| ${[name, rows.toLocaleString('en-US'), dead.toLocaleString('en-US'), times, (bytes / 1e9).toFixed(2), seconds.toFixed(1)].join(' | ')} |`,
    ),
  ]
}
