import path from 'node:path'
import { parseArgs } from 'node:util'
import { cpuOf, loadCheckout, loadInTurns, moreThan, openSide, type SideCost } from './load/sides.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { median } from './report/stats.ts'
import { describeMachine } from './stand/machine.ts'
import { openStand, serverVersion, stopAutovacuum } from './stand/stand.ts'

// Compares the CPU time of a funding between this checkout and another one, with short alternating loads on one server.

const { values } = parseArgs({
  options: {
    with: { type: 'string' },
    lenders: { type: 'string', default: '5000' },
    requests: { type: 'string', default: '3000' },
    turns: { type: 'string', default: '8' },
    clients: { type: 'string', default: '64' },
    keep: { type: 'string' },
  },
})
const other = values.with
if (other === undefined)
  throw new Error('--with FOLDER names the other checkout, with its packages installed')
const read = (name: 'lenders' | 'requests' | 'turns' | 'clients') => positive(name, values[name]) ?? 0
const turns = read('turns')
// One more load than turns, because the first is a warm-up.
const options = {
  lenders: read('lenders'),
  clients: read('clients'),
  requests: read('requests'),
  loads: turns + 1,
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  await stopAutovacuum(stand)
  const folders = [
    { name: 'other', folder: path.resolve(other) },
    { name: 'this', folder: path.resolve(import.meta.dirname, '../..') },
  ]
  const sides = []
  for (const { name, folder } of folders)
    sides.push(await openSide(stand, { name, checkout: await loadCheckout(folder) }, options))
  const costs = await loadInTurns(sides, turns, console.log)
  for (const side of sides) await side.close()
  const lines = table(sides.map(({ name }, place) => ({ name, costs: costs[place] ?? [] })))
  tellPage(
    {
      title: 'A funding beside that of another checkout',
      about: [
        `${options.requests} fundings a load, ${turns} turns, ${options.clients} connections; medians.`,
      ],
      machine,
      parts: [{ heading: 'CPU of a funding', lines }],
    },
    values.keep ?? null,
  )
} finally {
  await stand.close()
}

/** Each side's cost of a funding, compared with the first by the ratios within each turn. */
function table(sides: readonly { name: string; costs: readonly SideCost[] }[]): string[] {
  const first = sides[0]?.costs ?? []
  const lines = sides.map(({ name, costs }) => {
    const middle = (of: (cost: SideCost) => number, digits = 0) => median(costs.map(of)).toFixed(digits)
    return `| ${[
      name,
      middle(({ rate }) => rate),
      middle(({ p50 }) => p50, 1),
      middle(({ p99 }) => p99, 1),
      middle(({ node }) => node),
      moreThan(first, costs, ({ node }) => node),
      middle(({ postgres }) => postgres),
      moreThan(first, costs, ({ postgres }) => postgres),
      moreThan(first, costs, cpuOf),
      middle(({ wal }) => wal),
    ].join(' | ')} |`
  })
  return [
    '| | fundings/s | p50 ms | p99 ms | node us | beside the first | PostgreSQL us | beside the first | CPU beside the first | WAL bytes |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ]
}
