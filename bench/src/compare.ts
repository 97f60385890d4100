import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadCheckout, loadInTurns, openSide } from './load/sides.ts'
import { readTurns } from './options.ts'
import { tellCosts } from './report/costs.ts'
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
const { turns, options } = readTurns(values)

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
    sides.push(await openSide(stand, { name, database: name, checkout: await loadCheckout(folder) }, options))
  const costs = await loadInTurns(sides, turns, console.log)
  for (const side of sides) await side.close()
  tellCosts({
    title: 'A funding beside that of another checkout',
    about: [`${options.requests} fundings a load, ${turns} turns, ${options.clients} connections; medians.`],
    machine,
    sides: sides.map(({ name }, place) => ({ name, costs: costs[place] ?? [] })),
    keepAs: values.keep ?? null,
  })
} finally {
  await stand.close()
}
