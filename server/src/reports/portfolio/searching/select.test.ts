import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedSlice } from './select.ts'

test('sortedSlice returns the same slice as sorting the whole array, also with equal or already sorted items', () => {
  const figures = fc.oneof(
    fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 200 }),
    fc.array(fc.integer(), { maxLength: 200 }),
    fc.array(fc.integer(), { maxLength: 200 }).map((some) => some.toSorted((a, b) => a - b)),
  )
  fc.assert(
    fc.property(figures, fc.nat(220), fc.nat(30), (some, from, size) => {
      const compare = (a: number, b: number) => (some[a] ?? 0) - (some[b] ?? 0) || a - b
      const places = Int32Array.from(some.keys())
      const sorted = places.toSorted(compare).slice(from, from + size)
      expect([...sortedSlice(places, from, from + size, compare)]).toEqual([...sorted])
    }),
    { numRuns: 2_000 },
  )
})
