import os from 'node:os'
import { parseArgs } from 'node:util'
import {
  type LenderInput,
  type LoanInput,
  type RoundInput,
  allocateStepwise,
} from '../../server/src/funding/testing.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'

// Measures the allocation of a round of automatic funding: its time, the longest time without yielding to the event
// loop, and its memory beyond the inputs. The allocation needs no database.

const { values } = parseArgs({
  options: {
    strategies: { type: 'string', default: '100000' },
    loans: { type: 'string', default: '1000' },
    keep: { type: 'boolean', default: false },
  },
})
const strategies = positive('strategies', values.strategies) ?? 100_000
const loans = positive('loans', values.loans) ?? 1_000

let state = 20_261_123
/** A pseudo-random number; the sequence is the same in every run. */
function random(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return state / 4_294_967_296
}
const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
const grades = ['A', 'B', 'C', 'D', 'E'] as const
const million = 1_000_000

function aLoan(_: unknown, place: number): LoanInput {
  const left = pick([5, 10, 50, 200]) * million
  return {
    id: place + 1,
    number: `B-${place}`,
    borrower: place % 400,
    type: 1 + (place % 4),
    grade: pick(grades),
    interest: 80_000 + 10_000 * Math.floor(random() * 15),
    tenor: 1 + Math.floor(random() * 24),
    period: 3,
    minimum: 100_000,
    left,
    automatic: left * 0.6,
  }
}

/**
 * @param isPicky true: half of the strategies want one loan type and most want a few grades; false: every strategy
 * accepts every loan
 */
function aLender(place: number, isPicky: boolean): LenderInput {
  return {
    id: place + 1,
    since: Math.floor(random() * 1e9),
    cash: pick([1, 5, 20, 100]) * million,
    mandatePerLoan: 10 * million,
    mandateLeft: 500 * million,
    inLoans: [],
    withBorrowers: [],
    strategies: [
      {
        id: `s-${place}`,
        version: 1,
        types: isPicky && random() < 0.5 ? [1 + Math.floor(random() * 4)] : null,
        grades: isPicky && random() < 0.7 ? [pick(grades), pick(grades)] : null,
        interestFrom: isPicky ? pick([null, 100_000, 120_000]) : null,
        interestTo: null,
        tenorFrom: null,
        tenorTo: isPicky ? pick([null, 6, 12, 18]) : null,
        period: null,
        perLoan: pick([100_000, 250_000, 500_000, 1_000_000]),
        mostPerBorrower: pick([null, 1_000_000]),
        cashToKeep: 0,
        budgetLeft: pick([5, 50]) * million,
      },
    ],
  }
}

function measure(what: string, input: RoundInput): string {
  global.gc?.()
  const before = process.memoryUsage().rss
  let [most, longest] = [0, 0]
  const begin = performance.now()
  const steps = allocateStepwise(input)
  for (let turn = begin; ; ) {
    const step = steps.next()
    const now = performance.now()
    // The first step builds the queue. Each further step serves one loan, and the app yields to the event loop between steps.
    longest = Math.max(longest, now - turn)
    turn = now
    most = Math.max(most, process.memoryUsage.rss())
    if (!step.done) continue
    const { given } = step.value
    const row = [
      what,
      ((now - begin) / 1000).toFixed(1),
      String(given.length),
      longest.toFixed(0),
      ((most - before) / million).toFixed(0),
    ]
    console.log(
      `${what}: ${row[1]} s, ${given.length} decisions, longest turn ${row[3]} ms, ${row[4]} MB more`,
    )
    return `| ${row.join(' | ')} |`
  }
}

const rows: string[] = []
for (const [what, isPicky, count] of [
  ['strategies with conditions', true, loans],
  ['the same, half of the loans', true, Math.ceil(loans / 2)],
  ['every strategy matches every loan', false, loans],
] as const) {
  const input = {
    loans: Array.from({ length: count }, aLoan),
    lenders: Array.from({ length: strategies }, (_, place) => aLender(place, isPicky)),
  }
  rows.push(measure(what, input))
}
if (values.keep)
  writePage(
    'auto-funding',
    [
      `# Allocation of ${strategies} strategies and ${loans} loans`,
      '',
      `${os.cpus()[0]?.model.trim() ?? 'unknown'}, ${os.cpus().length} cores, node ${process.version}, load ${(os.loadavg()[0] ?? 0).toFixed(1)} at the end`,
      '',
      '| inputs | seconds | decisions | longest turn, ms | memory above the inputs, MB |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  )
