import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleRows } from './visible-rows.ts'

const screen = { height: 900, step: 200, rows: 1_667, spare: 3 }

test('BLK-01 at the top a long list renders the visible rows and a few after them', () => {
  expect(visibleRows({ ...screen, top: 300 })).toEqual({ first: 0, last: 6 })
})

test('BLK-01 in the middle a long list renders the visible rows and a few around them', () => {
  expect(visibleRows({ ...screen, top: -100_000 })).toEqual({ first: 497, last: 508 })
})

test('BLK-01 scrolled past its end a long list renders its last rows', () => {
  expect(visibleRows({ ...screen, top: -999_999 })).toEqual({ first: 1_666, last: 1_667 })
})

test('BLK-01 an empty list renders no rows', () => {
  expect(visibleRows({ ...screen, rows: 0, top: 300 })).toEqual({ first: 0, last: 0 })
})

test('BLK-01 a long list renders every visible row and no more than the spare rows around them', () => {
  const place = fc.record({
    top: fc.integer({ min: -2_000_000, max: 5_000 }),
    height: fc.integer({ min: 1, max: 4_000 }),
    step: fc.integer({ min: 20, max: 900 }),
    rows: fc.integer({ min: 1, max: 10_000 }),
    spare: fc.integer({ min: 0, max: 9 }),
  })
  fc.assert(
    fc.property(place, (given) => {
      const { first, last } = visibleRows(given)
      const { top, height, step, rows, spare } = given
      expect(0 <= first && first < last && last <= rows).toBe(true)
      expect(last - first).toBeLessThanOrEqual(Math.ceil(height / step) + 1 + 2 * spare)
      for (let row = Math.max(0, first - 2); row < Math.min(rows, last + 2); row += 1) {
        const isInSight = top + (row + 1) * step > 0 && top + row * step < height
        if (isInSight) expect(first <= row && row < last).toBe(true)
      }
    }),
  )
})
