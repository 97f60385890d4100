import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleRows } from './visible-rows.ts'

const screen = { height: 900, heights: Array.from({ length: 1_667 }, () => 200), spare: 600 }

test('BLK-01 SCN-14 at the top a long list renders the visible rows and a few after them', () => {
  expect(visibleRows({ ...screen, top: 300 })).toEqual({ first: 0, last: 6, before: 0, after: 332_200 })
})

test('BLK-01 SCN-14 in the middle a long list renders the visible rows and a few around them', () => {
  expect(visibleRows({ ...screen, top: -100_100 })).toEqual({
    first: 497,
    last: 508,
    before: 99_400,
    after: 231_800,
  })
})

test('BLK-01 SCN-14 scrolled past its end a long list renders its last row', () => {
  expect(visibleRows({ ...screen, top: -999_999 })).toEqual({
    first: 1_666,
    last: 1_667,
    before: 333_200,
    after: 0,
  })
})

test('BLK-01 SCN-14 an empty list renders no rows', () => {
  expect(visibleRows({ ...screen, heights: [], top: 300 })).toEqual({
    first: 0,
    last: 0,
    before: 0,
    after: 0,
  })
})

test('BLK-01 SCN-14 a long list of rows of any height renders every visible row, few others, and keeps its height', () => {
  const place = fc.record({
    top: fc.integer({ min: -200_000, max: 5_000 }),
    height: fc.integer({ min: 1, max: 4_000 }),
    heights: fc.array(fc.integer({ min: 20, max: 900 }), { minLength: 1, maxLength: 300 }),
    spare: fc.integer({ min: 0, max: 900 }),
  })
  fc.assert(
    fc.property(place, (given) => {
      const { first, last, before, after } = visibleRows(given)
      const { top, height, heights, spare } = given
      const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
      expect(0 <= first && first < last && last <= heights.length).toBe(true)
      expect([before, after]).toEqual([sum(heights.slice(0, first)), sum(heights.slice(last))])
      const drawn = sum(heights.slice(first + 1, last - 1))
      expect(drawn).toBeLessThanOrEqual(height + 2 * spare)
      let edge = top
      for (const [row, high] of heights.entries()) {
        if (edge + high > 0 && edge < height) expect(first <= row && row < last).toBe(true)
        edge += high
      }
    }),
  )
})
