import path from 'node:path'
import { parseArgs } from 'node:util'
import { cpuOf, loadCheckout, loadInTurns, openFloor, openSide, type SideCost } from './load/sides.ts'
import { readTurns } from './options.ts'
import { tellPage } from './report/page.ts'
import { median } from './report/stats.ts'
import { describeMachine } from './stand/machine.ts'
import { openStand, serverVersion, stopAutovacuum } from './stand/stand.ts'

// Compares the cost of a funding with the least that an HTTP request can cost on the same machine, in alternating loads.

const { values } = parseArgs({
  options: {
    lenders: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '5000' },
    turns: { type: 'string', default: '10' },
    clients: { type: 'string', default: '64' },
    keep: { type: 'boolean', default: false },
  },
})
const { turns, options } = readTurns(values)

const floors = [
  { kind: 'answer', name: 'node:http, JSON in and out' },
  { kind: 'fastify', name: 'Fastify, JSON in and out' },
  { kind: 'transaction', name: 'node:http, an empty transaction' },
  { kind: 'row', name: 'node:http, one row committed' },
] as const

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  await stopAutovacuum(stand)
  const sides = []
  for (const floor of floors) sides.push(await openFloor(stand, floor, options))
  const checkout = await loadCheckout(path.resolve(import.meta.dirname, '../..'))
  sides.push(await openSide(stand, { name: 'a funding', database: 'fundings', checkout }, options))
  const costs = await loadInTurns(sides, turns, console.log)
  for (const side of sides) await side.close()
  tellPage(
    {
      title: 'A funding beside the floor',
      about: [
        `${options.requests} requests a load, ${turns} turns, ${options.clients} connections; medians. The CPU beside the`,
        'funding is the median of the ratios within each turn.',
      ],
      machine,
      parts: [{ heading: 'CPU of a request', lines: table(sides, costs) }],
    },
    values.keep ? 'floor' : null,
  )
} finally {
  await stand.close()
}

function table(sides: readonly { name: string }[], costs: readonly SideCost[][]): string[] {
  const funding = costs.at(-1) ?? []
  return [
    '| | requests/s | p50 ms | p99 ms | node us | PostgreSQL us | a funding takes | WAL bytes |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...sides.map(({ name }, place) => {
      const own = costs[place] ?? []
      const middle = (of: (cost: SideCost) => number, digits = 0) => median(own.map(of)).toFixed(digits)
      const times = median(
        own.flatMap((cost, turn) => (funding[turn] ? cpuOf(funding[turn]) / cpuOf(cost) : [])),
      )
      return `| ${[
        name,
        middle(({ rate }) => rate),
        middle(({ p50 }) => p50, 1),
        middle(({ p99 }) => p99, 1),
        middle(({ node }) => node),
        middle(({ postgres }) => postgres),
        `${times.toFixed(1)} x`,
        middle(({ wal }) => wal),
      ].join(' | ')} |`
    }),
  ]
}
