import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadCheckout, loadInTurns, openSide, type Side, type SideCost } from './load/sides.ts'
import { positive, readTurns } from './options.ts'
import { tellPage } from './report/page.ts'
import { median } from './report/stats.ts'
import type { Aim } from './seed/fundings.ts'
import { describeMachine } from './stand/machine.ts'
import { pgbenchDatabase, preparePgbench } from './stand/pgbench.ts'
import { makeDatabase, openStand, serverVersion, type Stand, stopAutovacuum } from './stand/stand.ts'

// Fundings by different numbers of clients that ask at the same time, by one or several HTTP processes on one database,
// on many loans or all on one, in alternating loads with TPC-B: how the rate, the time of an answer and the CPU of a
// funding change.

const { values } = parseArgs({
  options: {
    lenders: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '6000' },
    turns: { type: 'string', default: '6' },
    clients: { type: 'string', default: '16,64,256,1024' },
    processes: { type: 'string', default: '1' },
    aims: { type: 'string', default: 'spread' },
    keep: { type: 'boolean', default: false },
    name: { type: 'string', default: 'clients' },
  },
})
const readList = (name: 'clients' | 'processes') =>
  values[name].split(',').map((text) => positive(name, text) ?? 1)
const { turns, options } = readTurns({ ...values, clients: '1' })

/** One row of the table. */
type Case = { clients: number; processes: number; aim: Aim }
const cases = readAims(values.aims).flatMap((aim) =>
  readList('processes').flatMap((processes) =>
    readList('clients').map((clients): Case => ({ aim, processes, clients })),
  ),
)

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  await stopAutovacuum(stand)
  const checkout = await loadCheckout(path.resolve(import.meta.dirname, '../..'))
  // All clients have one address here, whose connections are limited otherwise, and none of them is to be refused.
  const settings = { HTTP_CONNECTIONS_PER_ADDRESS: '0', HTTP_MAX_IN_FLIGHT: '2048', FUNDING_QUEUE: '2048' }
  const sides = [await openYardstick(stand)]
  for (const [place, { clients, processes, aim }] of cases.entries()) {
    const name = `${clients} clients, ${processes} processes, ${aim}`
    const setup = { name, database: `clients_${place}`, checkout, settings, processes, aim }
    sides.push(await openSide(stand, setup, { ...options, clients }))
  }
  const [yardstick = [], ...costs] = await loadInTurns(sides, turns, console.log)
  for (const side of sides) await side.close()
  tellPage(
    {
      title: 'Fundings by the number of clients',
      about: [
        `${options.requests} requests a load, ${turns} turns; medians. Each client sends its next request as soon as it has its`,
        'answer. Load, server and database share the machine. The ratio is to the rate of TPC-B (scale 50, 16 clients) in the',
        `same turn, which made ${median(yardstick.map(({ rate }) => rate)).toFixed(0)} transactions a second.`,
      ],
      machine,
      parts: [{ heading: 'Rate and cost of a funding', lines: table(yardstick, costs) }],
    },
    values.keep ? values.name : null,
  )
} finally {
  await stand.close()
}

function readAims(text: string): Aim[] {
  return text.split(',').map((aim) => {
    if (aim !== 'spread' && aim !== 'hot') throw new Error(`--aims takes spread and hot, not "${aim}"`)
    return aim
  })
}

/** TPC-B, as a side of which only the rate is known. */
async function openYardstick(onStand: Stand): Promise<Side> {
  await makeDatabase(onStand, pgbenchDatabase)
  const pgbench = await preparePgbench(onStand.connection, 50)
  if ('why' in pgbench) throw new Error(pgbench.why)
  return {
    name: 'TPC-B',
    load: async () => ({ rate: await pgbench.run(3), p50: 0, p99: 0, node: 0, postgres: 0, wal: 0 }),
    close: async () => {},
  }
}

function table(yardstick: readonly SideCost[], costs: readonly SideCost[][]): string[] {
  return [
    '| clients | HTTP processes | loans | fundings/s | x TPC-B | p50 ms | p99 ms | node us | PostgreSQL us | WAL bytes |',
    '| ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...cases.map(({ clients, processes, aim }, place) => {
      const ofCase = costs[place] ?? []
      const middle = (of: (cost: SideCost, turn: number) => number, digits = 0) =>
        median(ofCase.map(of)).toFixed(digits)
      return `| ${[
        clients,
        processes,
        aim === 'hot' ? 'one' : 'many',
        middle(({ rate }) => rate),
        middle(({ rate }, turn) => rate / (yardstick[turn]?.rate ?? Number.NaN), 2),
        middle(({ p50 }) => p50, 1),
        middle(({ p99 }) => p99, 1),
        middle(({ node }) => node),
        middle(({ postgres }) => postgres),
        middle(({ wal }) => wal),
      ].join(' | ')} |`
    }),
  ]
}
