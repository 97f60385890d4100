import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadCheckout, loadInTurns, openSide, type SideCost } from './load/sides.ts'
import { positive, readTurns } from './options.ts'
import { tellPage } from './report/page.ts'
import { median } from './report/stats.ts'
import { describeMachine } from './stand/machine.ts'
import { openStand, serverVersion, stopAutovacuum } from './stand/stand.ts'

// Fundings by different numbers of clients that ask at the same time, in alternating loads: how the rate, the time of an
// answer and the CPU of a funding change as more of them wait.

const { values } = parseArgs({
  options: {
    lenders: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '6000' },
    turns: { type: 'string', default: '6' },
    clients: { type: 'string', default: '16,64,256,1024' },
    keep: { type: 'boolean', default: false },
  },
})
const numbers = values.clients.split(',').map((text) => positive('clients', text) ?? 64)
const { turns, options } = readTurns({ ...values, clients: String(numbers[0]) })

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  await stopAutovacuum(stand)
  const checkout = await loadCheckout(path.resolve(import.meta.dirname, '../..'))
  // All clients have one address here, whose connections are limited otherwise.
  const settings = { HTTP_CONNECTIONS_PER_ADDRESS: '0' }
  const sides = []
  for (const clients of numbers) {
    const setup = { name: `${clients} clients`, database: `clients_${clients}`, checkout, settings }
    sides.push(await openSide(stand, setup, { ...options, clients }))
  }
  const costs = await loadInTurns(sides, turns, console.log)
  for (const side of sides) await side.close()
  tellPage(
    {
      title: 'Fundings by the number of clients',
      about: [
        `${options.requests} requests a load, ${turns} turns; medians. Each client sends its next request as soon as it has its`,
        'answer. Load, server and database share the machine.',
      ],
      machine,
      parts: [{ heading: 'Rate and cost of a funding', lines: table(numbers, costs) }],
    },
    values.keep ? 'clients' : null,
  )
} finally {
  await stand.close()
}

function table(clients: readonly number[], costs: readonly SideCost[][]): string[] {
  return [
    '| clients | fundings/s | p50 ms | p99 ms | node us | PostgreSQL us | WAL bytes |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...clients.map((number, place) => {
      const middle = (of: (cost: SideCost) => number, digits = 0) =>
        median((costs[place] ?? []).map(of)).toFixed(digits)
      return `| ${[
        number,
        middle(({ rate }) => rate),
        middle(({ p50 }) => p50, 1),
        middle(({ p99 }) => p99, 1),
        middle(({ node }) => node),
        middle(({ postgres }) => postgres),
        middle(({ wal }) => wal),
      ].join(' | ')} |`
    }),
  ]
}
