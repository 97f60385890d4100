import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from '../../../server/src/context.ts'
import { one } from '../../../server/src/platform/db/database.ts'
import type { FundingRequest } from './plan.ts'
import { measureRequests } from '../funding-rounds.ts'
import { median } from '../report/stats.ts'
import type { prepareRequests, seedFundings } from '../seed/fundings.ts'
import type { HttpProcess, startHttp } from '../stand/http-process.ts'
import {
  type assertBooks,
  dropDatabase,
  type makeBooks,
  type settleDown,
  type Stand,
} from '../stand/stand.ts'

/** The cost of a funding in one load: CPU microseconds, and bytes of PostgreSQL's write-ahead log. */
export type SideCost = {
  rate: number
  p50: number
  p99: number
  node: number
  postgres: number
  wal: number
}

/** Books with an HTTP process of their own, which runs one load after the other. */
export type Side = { name: string; load(): Promise<SideCost>; close(): Promise<void> }

export type SidesOptions = { lenders: number; clients: number; requests: number; loads: number }

/** The modules of a checkout that make its books and start its HTTP process. */
export type Checkout = {
  makeBooks: typeof makeBooks
  settleDown: typeof settleDown
  assertBooks: typeof assertBooks
  startHttp: typeof startHttp
  seedFundings: typeof seedFundings
  prepareRequests: typeof prepareRequests
}

/**
 * Loads the modules of another checkout.
 * @param folder of a checkout whose packages are installed
 */
export async function loadCheckout(folder: string): Promise<Checkout> {
  const files = ['stand/stand.ts', 'stand/http-process.ts', 'seed/fundings.ts']
  const modules = await Promise.all(
    files.map(async (file): Promise<object> => {
      const loaded: unknown = await import(pathToFileURL(path.join(folder, 'bench/src', file)).href)
      return loaded as object
    }),
  )
  return Object.assign({}, ...modules) as Checkout
}

/** Makes books with lenders, loans and all agreements that the loads need, and starts an HTTP process on them. */
export async function openSide(
  stand: Stand,
  { name, checkout }: { name: string; checkout: Checkout },
  { lenders, clients, requests: each, loads }: SidesOptions,
): Promise<Side> {
  const context = await checkout.makeBooks(stand, name)
  const seed = await checkout.seedFundings(context, lenders, lenders)
  const requests = await checkout.prepareRequests(context, seed, 'spread', each * loads)
  await checkout.settleDown(context)
  const http = await checkout.startHttp(stand.url(name), path.join(stand.folder, `${name}.log`))
  return {
    name,
    load: () => measureSide(context, requests.splice(0, each), { stand, seed, options: { clients } }, http),
    async close() {
      await http.stop()
      await checkout.assertBooks(context, `after the loads of ${name}`)
      await context.db.close()
      await dropDatabase(stand, name)
    },
  }
}

async function measureSide(
  context: Context,
  requests: FundingRequest[],
  bench: Parameters<typeof measureRequests>[0],
  http: HttpProcess,
): Promise<SideCost> {
  const before = await walOf(context)
  const found = await measureRequests(bench, http, requests, longest)
  if (found.failures > 0) throw new Error(`${found.failures} requests were not answered with 200`)
  const { rate, p50, p99, nodeCpu: node, postgresCpu: postgres, fundings } = found
  return { rate, p50, p99, node, postgres, wal: ((await walOf(context)) - before) / fundings }
}

/** The longest time of a load in seconds; it usually ends earlier, when its requests are used up. */
const longest = 120

async function walOf({ db }: Context): Promise<number> {
  const { bytes } = await one<{ bytes: number }>(
    db,
    'bench.wal',
    `select (pg_current_wal_lsn() - '0/0')::bigint as bytes`,
  )
  return bytes
}

/**
 * Runs the loads of all sides in turn. Each side is first equally often, so that changes on the machine affect all of
 * them alike; the first turn is a warm-up and is left out.
 */
export async function loadInTurns(
  sides: readonly Side[],
  turns: number,
  tell: (line: string) => void,
): Promise<SideCost[][]> {
  const costs: SideCost[][] = sides.map(() => [])
  for (let turn = 0; turn <= turns; turn += 1) {
    const line: string[] = []
    for (let step = 0; step < sides.length; step += 1) {
      const place = (turn + step) % sides.length
      const side = sides[place]
      const cost = await side?.load()
      if (!cost) continue
      if (turn > 0) costs[place]?.push(cost)
      line.push(`${side?.name}: ${Math.round(cost.node)} + ${Math.round(cost.postgres)} us`)
    }
    tell(`turn ${turn}, ${line.join('; ')}`)
  }
  return costs
}

/** CPU microseconds of Node and PostgreSQL per funding. */
export const cpuOf = ({ node, postgres }: SideCost): number => node + postgres

/** How much more the second side costs than the first, in percent: the median over the turns. */
export function moreThan(
  first: readonly SideCost[],
  second: readonly SideCost[],
  of: (cost: SideCost) => number,
): string {
  const ratios = second.map((cost, turn) => of(cost) / of(first[turn] ?? cost))
  const more = (median(ratios) - 1) * 100
  return `${more > 0 ? '+' : ''}${more.toFixed(1)}%`
}
