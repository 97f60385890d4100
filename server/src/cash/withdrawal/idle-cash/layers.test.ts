import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { type Arrival, deadlineOf, layersOf } from './layers.ts'

const first = '2026-11-02'

type Move = { days: number; amount: number; out: boolean }
const moves = fc.array(
  fc.record({ days: fc.nat(3), amount: fc.integer({ min: 1, max: 1_000_000 }), out: fc.boolean() }),
  { maxLength: 60 },
)

/** A reference model of the account as a queue: outgoing money is taken from its front. */
function queueOf(history: readonly Move[]): { arrivals: Arrival[]; queue: Arrival[] } {
  const arrivals: Arrival[] = []
  const queue: Arrival[] = []
  let day = first
  for (const { days, amount, out } of history) {
    day = addDays(day, days)
    if (!out) {
      arrivals.push({ day, amount })
      queue.push({ day, amount })
      continue
    }
    for (let rest = amount; rest > 0 && queue[0]; ) {
      const taken = Math.min(rest, queue[0].amount)
      queue[0].amount -= taken
      rest -= taken
      if (queue[0].amount === 0) queue.shift()
    }
  }
  return { arrivals, queue }
}

const byDay = (list: readonly Arrival[]) => {
  const days = new Map<string, number>()
  for (const { day, amount } of list) days.set(day, (days.get(day) ?? 0) + amount)
  return [...days].map(([day, amount]) => ({ day, amount }))
}
const sum = (list: readonly Arrival[]) => list.reduce((total, { amount }) => total + amount, 0)

describe('WDR-05 idle cash by day of arrival', () => {
  test('idle cash equals what a first-in-first-out queue contains, for random arrivals and departures', () => {
    let idleOnes = 0
    fc.assert(
      fc.property(moves, (history) => {
        const { arrivals, queue } = queueOf(history)
        const idle = sum(queue)
        if (idle > 0) idleOnes += 1
        expect(layersOf(idle, byDay(arrivals).reverse())).toEqual(byDay(queue))
      }),
      { numRuns: 500 },
    )
    expect(idleOnes).toBeGreaterThan(0)
  })

  test('idle cash adds up to the available amount, oldest first, with at most the cash that arrived on each day', () => {
    const day = fc.record({ gap: fc.integer({ min: 1, max: 9 }), amount: fc.integer({ min: 1, max: 1_000 }) })
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (days, share) => {
          let at = first
          const arrivals = days.map(({ gap, amount }) => ({ day: (at = addDays(at, -gap)), amount }))
          const idle = Math.floor(sum(arrivals) * share)
          const layers = layersOf(idle, arrivals)
          expect(sum(layers)).toBe(idle)
          for (const layer of layers) {
            expect(layer.amount).toBeLessThanOrEqual(
              arrivals.find((one) => one.day === layer.day)?.amount ?? 0,
            )
          }
          expect(layers.map((layer) => layer.day)).toEqual(layers.map((layer) => layer.day).toSorted())
        },
      ),
    )
  })

  test('calculating idle cash throws when the arrivals do not cover the idle amount', () => {
    expect(() => layersOf(101, [{ day: first, amount: 100 }])).toThrow('1 rupiah of idle cash never came in')
    expect(layersOf(0, [])).toEqual([])
  })
})

describe('the deadline of two working days for idle cash', () => {
  test.each([
    ['2026-11-16', '2026-11-18', 'Monday: Wednesday'],
    ['2026-11-19', '2026-11-23', 'Thursday: Monday'],
    ['2026-11-20', '2026-11-24', 'Friday: Tuesday'],
    ['2026-11-21', '2026-11-24', 'Saturday: Tuesday'],
    ['2026-11-22', '2026-11-24', 'Sunday: Tuesday'],
    ['2026-12-23', '2026-12-28', 'over Christmas, a Friday'],
    ['2026-12-30', '2027-01-04', 'over New Year, a Friday'],
  ])('the deadline of idle cash that arrived on %s is %s (%s)', (day, deadline) => {
    expect(deadlineOf(day, ['2026-12-25', '2027-01-01'])).toBe(deadline)
  })

  test('the deadline of idle cash is never earlier for a later arrival', () => {
    const offset = fc.nat(400)
    fc.assert(
      fc.property(offset, offset, fc.array(offset, { maxLength: 20 }), (a, b, holidays) => {
        const closed = holidays.map((days) => addDays(first, days))
        const [earlier, later] = [Math.min(a, b), Math.max(a, b)].map((days) =>
          deadlineOf(addDays(first, days), closed),
        )
        expect((earlier ?? '') <= (later ?? '')).toBe(true)
      }),
    )
  })
})
