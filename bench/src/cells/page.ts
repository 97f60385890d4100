import { concurrency, batchCost, maxBatchSize, oneWay, stepCost } from './engine/costs.ts'
import { installments, lendersPerLoan, type LifeFigures } from './figures/life.ts'
import type { LoadFigures } from './figures/load.ts'
import type { OutageFigures } from './figures/outage.ts'
import { sizesOf } from './figures/sizes.ts'
import { faultOf, type Rule } from './protocol/rules.ts'
import { duration, type RunResult } from './run.ts'
import { maxInterval, storm } from './scenario/faults.ts'
import { smallRun, type Trial } from './trials.ts'

export type LoadRow = { cells: number; full: LoadFigures; half: LoadFigures }
export type CellsResult = {
  /** The command and the seed. */
  about: string
  large: RunResult
  small: Trial
  broken: readonly { rule: Rule; trial: Trial }[]
  restored: Trial
  spread: readonly LoadRow[]
  hot: readonly LoadRow[]
  /** With installments recorded one by one, and many in a transaction. */
  lives: readonly { cells: number; alone: LifeFigures; together: LifeFigures }[]
  /** How many installments are recorded in a transaction. */
  together: number
  outages: readonly { cells: number; outage: OutageFigures }[]
  /** Fundings of each load at least, for each of its cells, and of all loads together. */
  load: number
  perCell: number
  simulated: number
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (row: readonly (string | number)[]) => `| ${row.join(' | ')} |`
  return [line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)]
}

/** The page of a simulation of cells. */
export function cellsPage(result: CellsResult): string {
  const { spread, hot, lives, outages } = result
  return [
    `# Cells by lender, a simulation, ${new Date().toISOString().slice(0, 10)}`,
    '',
    result.about,
    'Nothing of the product runs here: the figures follow from the protocol and from costs that were measured of one primary.',
    ...section('Under faults', underFaults(result)),
    ...section('With one rule broken', brokenRules(result)),
    ...section('One cell restored to two seconds before', restored(result)),
    ...section('Rate and time of an answer, loans spread', [...costs(result), '', ...loadTable(spread)]),
    ...section('All lenders on one loan', loadTable(hot)),
    ...section('Messages of a funding with its life', livesTable(result)),
    ...section('While one cell is away', outageTable(outages)),
    ...section('Ten million lenders', sizesTable(lives)),
    '',
  ].join('\n')
}

const section = (heading: string, lines: readonly string[]): string[] => ['', `## ${heading}`, '', ...lines]

function underFaults({ large, small }: CellsResult): string[] {
  const { platform, records, events, looks, looksAtRest, periodsCompared, breaches } = large
  const { messages, replies, packets } = platform.traffic
  const states = new Map<string, number>()
  for (const { books } of platform.cells)
    for (const { state } of books.fundings.values()) states.set(state, (states.get(state) ?? 0) + 1)
  return [
    `Packets: ${storm.lost}% lost, ${storm.repeated}% repeated, ${storm.late}% late by up to ${storm.latest / 1_000} s; a crash, a pause or an isolated cell every ${maxInterval / 2_000} s, for ${duration / 1_000} s.`,
    '',
    ...table(
      ['', ''],
      [
        ['cells', platform.cells.length],
        ['fundings asked for', whole(records.fundings.length)],
        ...[...states].map(([state, count]) => [`of them in the end ${state}`, whole(count)]),
        ['events', whole(events)],
        ['messages between cells, with repeats', whole(Object.values(messages).reduce((a, b) => a + b, 0))],
        ['replies', whole(replies)],
        ['packets', whole(packets)],
        ['looks at all books meanwhile', looks],
        ['of them with all outboxes empty', looksAtRest],
        ['sums of a period compared between two cells meanwhile', whole(periodsCompared)],
        ['**breaches**', `**${breaches.size === 0 ? 'none' : [...breaches.values()].join('; ')}**`],
      ],
    ),
    '',
    `${small.runs} runs of another seed each with ${smallRun.cells} cells and ${smallRun.fundings} fundings: ${small.found} with a breach${small.first ? ` (${small.first})` : ''}.`,
  ]
}

function brokenRules({ broken }: CellsResult): string[] {
  return [
    `Runs in which something was found, of ${broken[0]?.trial.runs ?? 0} with another seed each: in all, by the audit that a cell makes of its own books`,
    '(as one primary does today), by the audit that compares two cells, and by one who sees all cells and clients.',
    '',
    ...table(
      ['fault', 'found', 'own books', 'two cells', 'all seen'],
      broken.map(({ rule, trial: { found, foundBy } }) => [
        `${faultOf[rule]} (\`${rule}\`)`,
        ...[found, foundBy.cell, foundBy.cells, foundBy.simulation],
      ]),
    ),
  ]
}

function restored({ restored: { runs, found, foundBy } }: CellsResult): string[] {
  return [
    `Found in ${found} of ${runs} runs: ${foundBy.cell} by the books of a cell or a transaction that misses a row, ${foundBy.cells} by the audit between cells,`,
    `${foundBy.simulation} by one who sees all. In the others no check finds a difference: what was lost was asked for again.`,
  ]
}

function costs({ load, perCell, simulated }: CellsResult): string[] {
  const us = (milliseconds: number) => Math.round(milliseconds * 1_000)
  return [
    `CPU of a funding ${us(stepCost.local)} us; with its loan elsewhere ${us(stepCost.ask)} at the lender's cell, ${us(stepCost.reserve)} at the loan's home and ${us(stepCost.answer)} for the answer.`,
    `${concurrency} transactions at a time on two cores, each ${batchCost} ms beside its at most ${maxBatchSize} steps; ${2 * oneWay} ms to another cell and back. Steps on one loan`,
    `at its home are never in two transactions at a time. ${whole(load)} fundings of each load, or ${whole(perCell)} for each cell if that is more, ${whole(simulated)} in all; the first tenth`,
    'of each does not count.',
    'Full: 64 clients for each cell, that ask again at once. Half: half of that rate, at random moments.',
  ]
}

function loadTable(rows: readonly LoadRow[]): string[] {
  const alone = rows[0]?.full.rate ?? Number.NaN
  return table(
    [
      'cells',
      'fundings/s',
      'times one',
      'p50 ms',
      'p99 ms',
      'p50 at half',
      'p99 at half',
      'crossing %',
      'busiest cell %',
      'packets each',
      'bytes each',
    ],
    rows.map(({ cells, full, half }) => [
      ...[cells, whole(full.rate), (full.rate / alone).toFixed(1)],
      ...[full.p50, full.p99, half.p50, half.p99].map((time) => time.toFixed(1)),
      ...[full.crossing.toFixed(1), whole(full.busiest), half.packets.toFixed(2), whole(half.bytes)],
    ]),
  )
}

function livesTable({ lives, together }: CellsResult): string[] {
  return [
    `${lendersPerLoan} lenders to a loan, ${installments} installments; each message has one reply. Bytes as JSON, without headers of packets. Installments are`,
    `recorded one by one, or ${together} in a transaction.`,
    '',
    ...table(
      ['cells', 'reserve', 'settle', 'repay one by one', 'all', 'bytes', 'repay together', 'all', 'bytes'],
      lives.map(({ cells, alone, together: batched }) => [
        ...[cells, alone.reserve.toFixed(2), alone.settle.toFixed(2)],
        ...[alone, batched].flatMap(({ reserve, settle, repay, bytes }) => [
          ...[repay.toFixed(2), (reserve + settle + repay).toFixed(2), whole(bytes)],
        ]),
      ]),
    ),
  ]
}

const outageTable = (outages: CellsResult['outages']): string[] => [
  'Of a hundred fundings that begin while one cell is away:',
  '',
  ...table(
    ['cells', 'done', 'in process until it is back', "not answered (their lender's cell)"],
    outages.map(({ cells, outage }) => [
      cells,
      ...[outage.done, outage.inProcess, outage.unanswered].map((share) => share.toFixed(1)),
    ]),
  ),
]

function sizesTable(lives: CellsResult['lives']): string[] {
  return [
    '24 fundings of each lender a year. Peak: a tenth of a day in five minutes. Most: lenders of all cells for ten years at 10 TB a cell.',
    '',
    ...table(
      [
        'cells',
        'lenders of one',
        'TB a year of one',
        'TB after ten years',
        'hours to restore it',
        'fundings/s at its peak',
        'most lenders',
      ],
      lives.map(({ cells, together }) => {
        const { lenders, year, tenYears, restoreHours, peak, most } = sizesOf(cells, 1e7, together)
        return [
          ...[cells, whole(lenders), year.toFixed(2), tenYears.toFixed(1)],
          ...[restoreHours.toFixed(1), whole(peak), `${(most / 1e6).toFixed(1)} million`],
        ]
      }),
    ),
  ]
}
