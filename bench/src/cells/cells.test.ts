import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simulateLives } from './figures/life.ts'
import { simulateLoad } from './figures/load.ts'
import { simulateOutage } from './figures/outage.ts'
import { allRules } from './protocol/rules.ts'
import { runCells } from './run.ts'
import { smallRun, tryCells } from './trials.ts'

const manySeeds = Array.from({ length: 100 }, (_, place) => place + 1)
const seeds = manySeeds.slice(0, 20)

describe('cells under crashes, pauses, partitions, and lost, repeated and late packets', () => {
  test('lose no money and no answered funding, and come to rest, for any seed and size', () => {
    const sizes = fc.record({
      seed: fc.nat(),
      cells: fc.integer({ min: 1, max: 6 }),
      lenders: fc.integer({ min: 1, max: 40 }),
      loans: fc.integer({ min: 1, max: 30 }),
      fundings: fc.integer({ min: 1, max: 250 }),
    })
    fc.assert(
      fc.property(sizes, (size) => {
        expect([...runCells({ ...size, checkEvery: 100 }).breaches.values()]).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('pass through every state of a funding, a decision and a loan', () => {
    const seen = new Set<string>()
    for (const seed of seeds.slice(0, 5)) {
      for (const { books } of runCells({ ...smallRun, seed }).platform.cells) {
        for (const { state } of books.fundings.values()) seen.add(`funding ${state}`)
        for (const { state } of books.decisions.values()) seen.add(`decision ${state}`)
        for (const { state, installmentsPaid } of books.loans.values())
          seen.add(`loan ${state} ${installmentsPaid}`)
      }
    }
    expect([...seen].sort()).toEqual([
      ...[
        'decision cancelled',
        'decision refunded',
        'decision refused',
        'decision released',
        'decision returned',
        'decision settled',
      ],
      ...['funding cancelled', 'funding expired', 'funding refunded', 'funding refused', 'funding settled'],
      ...['loan cancelled 0', 'loan open 0', 'loan paid-out 3'],
    ])
  })

  test('repeat a run event by event with the same seed', () => {
    const run = () => {
      const { events, platform } = runCells({ ...smallRun, seed: 7 })
      const { packets, bytes } = platform.traffic
      return { events, packets, bytes, books: platform.cells.map(({ books }) => books) }
    }
    expect(run()).toEqual(run())
  })

  test('are found to disagree in most runs when one of them is restored to an earlier moment', () => {
    expect(tryCells({ ...smallRun, isRestored: true }, seeds).found).toBeGreaterThan(seeds.length / 2)
  })
})

describe('each rule of the protocol', () => {
  test.each(allRules)('%s is needed: runs without it end with a breach', (rule) => {
    expect(manySeeds.some((seed) => runCells({ ...smallRun, seed, broken: rule }).breaches.size > 0)).toBe(
      true,
    )
  })
})

describe('the figures', () => {
  const load = { seed: 1, clients: 64, fundings: 3_000 }

  test('of one cell are within a tenth of those that were measured of one primary, 4,325 fundings a second and 14 ms', () => {
    const { rate, p50, crossing } = simulateLoad({ ...load, cells: 1, spread: 'spread' })
    expect(rate).toBeGreaterThan(3_900)
    expect(rate).toBeLessThan(4_400)
    expect(p50).toBeLessThan(15)
    expect(crossing).toBe(0)
  })

  test('of a funding at eight cells are seven eighths of a message to reserve and as much to settle', () => {
    const { reserve, settle } = simulateLives({ seed: 1, cells: 8, loans: 100, together: 1 })
    expect(reserve).toBeCloseTo(7 / 8, 1)
    expect(settle).toBe(reserve)
  })

  test('of repayments are a message for each other cell when the installments of all loans are recorded together', () => {
    const [cells, loans, lenders, installments] = [4, 40, 10, 12]
    const { repay } = simulateLives({ seed: 1, cells, loans, together: loans })
    expect(repay * loans * lenders).toBeCloseTo(installments * cells * (cells - 1))
  })

  test('grow with the cells when loans are spread, and end at the home of a hot loan', () => {
    const rate = (cells: number, spread: 'spread' | 'hot') => simulateLoad({ ...load, cells, spread }).rate
    expect(rate(16, 'spread') / rate(4, 'spread')).toBeGreaterThan(3)
    expect(rate(16, 'hot') / rate(8, 'hot')).toBeLessThan(1.1)
  })

  test('of a hot loan do not fall when its queue is longer than the time after which messages are repeated', () => {
    expect(simulateLoad({ ...load, cells: 32, spread: 'hot', fundings: 10_000 }).rate).toBeGreaterThan(8_000)
  })

  test('of an outage are one cell of lenders unanswered, and the loans of one cell in process', () => {
    const { done, inProcess, unanswered } = simulateOutage(1, 8, 4_000)
    expect(unanswered).toBeCloseTo(100 / 8, -1)
    expect(inProcess).toBeCloseTo((100 * 7) / 64, -1)
    expect(done + inProcess + unanswered).toBeCloseTo(100)
  })
})
