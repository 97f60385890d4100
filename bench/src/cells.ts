import path from 'node:path'
import { parseArgs } from 'node:util'
import { simulateLives } from './cells/figures/life.ts'
import { simulateLoad } from './cells/figures/load.ts'
import { simulateOutage } from './cells/figures/outage.ts'
import { cellsPage, type LoadRow } from './cells/page.ts'
import { allRules } from './cells/protocol/rules.ts'
import { runCells } from './cells/run.ts'
import { smallRun, tryCells } from './cells/trials.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'
import { commitOf } from './stand/commit.ts'

// Simulates a platform of several primaries, each with its own lenders and loans (docs/scale.md, "Cells by lender"): under
// faults, with each rule of the protocol broken, and under load. The same seed always gives the same figures. Exit code
// 1 if a check finds a breach, or a broken rule is not found.

const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: '8' },
    lenders: { type: 'string', default: '8000' },
    loans: { type: 'string', default: '4000' },
    fundings: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '1000' },
    load: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
})
const read = (name: 'cells' | 'lenders' | 'loans' | 'fundings' | 'runs' | 'load' | 'seed'): number =>
  positive(name, values[name]) ?? 0
const size = {
  cells: read('cells'),
  lenders: read('lenders'),
  loans: read('loans'),
  fundings: read('fundings'),
}
const [seed, load, runs] = [read('seed'), read('load'), read('runs')]
const seeds = Array.from({ length: runs }, (_, place) => seed + place)
/** A rule that is broken, and a restored cell, are looked for with some of the seeds. */
const fewSeeds = seeds.slice(0, 40)
const sizes = [1, 2, 4, 8, 16, 32, 64]
/** Fundings of a load for each of many cells, so that what is measured is more than the clients' first requests. */
const perCell = 2_000
/** Installments in a transaction (docs/bench.md, "Servicing"), and fundings while a cell is away. */
const [together, duringOutage] = [250, 10_000]

const step = <T>(what: string, work: () => T): T => {
  console.log(what)
  return work()
}
const fundingsOf = (cells: number): number => Math.max(load, perCell * cells)
const loadRow = (cells: number, spread: 'spread' | 'hot'): LoadRow => {
  const fundings = fundingsOf(cells)
  const full = simulateLoad({ seed, cells, spread, clients: 64, fundings })
  return { cells, full, half: simulateLoad({ seed, cells, spread, rate: full.rate / 2, fundings }) }
}

const lives = (cells: number) => ({
  cells,
  alone: simulateLives({ seed, cells, loans: 500, together: 1 }),
  together: simulateLives({ seed, cells, loans: together * cells, together }),
})

const result = {
  about:
    `\`npm run cells -w bench -- --cells ${size.cells} --lenders ${size.lenders} --loans ${size.loans} --fundings ${size.fundings}` +
    ` --runs ${runs} --load ${load} --seed ${seed}\`, commit ${commitOf()}, Node ${process.version}.`,
  large: step('one run under faults', () => runCells({ seed, ...size, checkEvery: 5_000 })),
  small: step('short runs under faults', () => tryCells(smallRun, seeds)),
  broken: allRules.map((rule) =>
    step(`without the rule ${rule}`, () => ({ rule, trial: tryCells(smallRun, fewSeeds, rule) })),
  ),
  restored: step('a cell restored', () => tryCells({ ...smallRun, isRestored: true }, fewSeeds)),
  spread: sizes.map((cells) => step(`load on ${cells} cells`, () => loadRow(cells, 'spread'))),
  hot: sizes.map((cells) => step(`one loan, ${cells} cells`, () => loadRow(cells, 'hot'))),
  lives: [1, 2, 4, 8, 16].map((cells) => step(`lives, ${cells} cells`, () => lives(cells))),
  together,
  outages: [2, 8, 64].map((cells) =>
    step(`one of ${cells} away`, () => ({ cells, outage: simulateOutage(seed, cells, duringOutage) })),
  ),
  ...{ load, perCell },
  simulated: 4 * sizes.reduce((sum, cells) => sum + fundingsOf(cells), 0),
}
const page = cellsPage(result)
console.log(page)
if (values.keep) console.log(`wrote ${path.relative(process.cwd(), writePage('cells', page))}`)
const missed = result.broken.filter(({ trial }) => trial.found === 0)
for (const { rule } of missed) console.log(`NOT FOUND: ${rule}`)
if (missed.length > 0 || result.large.breaches.size + result.small.found > 0) process.exitCode = 1
