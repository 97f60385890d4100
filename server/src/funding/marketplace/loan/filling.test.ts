import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { fillingOf } from './filling.ts'

const from = '2026-11-02'

test('CHO-05 the loan page shows the funded share at the end of each day, rounded down to steps of five percent', () => {
  const days = [
    { on: '2026-11-02', amount: 990_000 },
    { on: '2026-11-04', amount: 3_560_000 },
    { on: '2026-11-05', amount: 450_000 },
  ]
  expect(fillingOf(days, { total: 10_000_000, from, today: '2026-11-06' })).toEqual([
    { on: '2026-11-02', percent: 5 },
    { on: '2026-11-03', percent: 5 },
    { on: '2026-11-04', percent: 45 },
    { on: '2026-11-05', percent: 50 },
    { on: '2026-11-06', percent: 50 },
  ])
})

test('CHO-05 the loan page shows a funded share of zero on the first day of a loan without fundings', () => {
  expect(fillingOf([], { total: 10_000_000, from, today: from })).toEqual([{ on: from, percent: 0 }])
})

test('CHO-05 the funded shares of a long offer are thinned to fewer days, end with today, and never fall or exceed 100%', () => {
  const funded = fc.array(fc.record({ day: fc.nat(400), amount: fc.integer({ min: 1, max: 100 }) }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(funded, fc.integer({ min: 0, max: 400 }), (all, length) => {
      const days = all
        .filter(({ day }) => day <= length)
        .toSorted((a, b) => a.day - b.day)
        .map(({ day, amount }) => ({ on: addDays(from, day), amount }))
      const total = 6_000
      const today = addDays(from, length)
      const points = fillingOf(days, { total, from, today })
      const sum = days.reduce((before, { amount }) => before + amount, 0)
      expect(points.length).toBeLessThanOrEqual(31)
      expect(points.at(-1)).toEqual({ on: today, percent: Math.floor((sum * 20) / total) * 5 })
      for (const [place, { on, percent }] of points.entries()) {
        const before = points[place - 1]
        expect(percent % 5).toBe(0)
        if (before) expect(on > before.on && percent >= before.percent).toBe(true)
      }
    }),
  )
})
