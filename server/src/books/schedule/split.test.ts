import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByLargestRemainder } from './split.ts'
import { withholdTax } from './tax.ts'

test('splitting an amount gives the leftover rupiah to the largest remainders, and to the first of equal ones', () => {
  expect(splitByLargestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitByLargestRemainder(10, [1, 2, 4])).toEqual([1, 3, 6])
  expect(splitByLargestRemainder(2, [1, 1, 1, 1])).toEqual([1, 1, 0, 0])
  expect(splitByLargestRemainder(0, [5, 0])).toEqual([0, 0])
  expect(splitByLargestRemainder(7, [0, 3])).toEqual([0, 7])
})

test('the parts of a split amount add up to it, and each differs from its exact share by less than a rupiah', () => {
  const weights = fc
    .array(fc.maxSafeNat(), { minLength: 1, maxLength: 40 })
    .filter((all) => all.some(Boolean))
  fc.assert(
    fc.property(fc.maxSafeNat(), weights, (total, all) => {
      const parts = splitByLargestRemainder(total, all)
      const sum = all.reduce((before, weight) => before + BigInt(weight), 0n)
      expect(parts.reduce((before, part) => before + BigInt(part), 0n)).toBe(BigInt(total))
      parts.forEach((part, index) => {
        const off = BigInt(part) * sum - BigInt(total) * BigInt(all[index] ?? 0)
        expect(off < sum && off > -sum).toBe(true)
      })
      expect(splitByLargestRemainder(total, all)).toEqual(parts)
    }),
  )
})

/** The largest remainder method in whole numbers of any size, as the textbooks have it. */
function splitExactly(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((before, weight) => before + BigInt(weight), 0n)
  const rows = weights.map((weight, place) => {
    const exact = BigInt(total) * BigInt(weight)
    return { place, part: exact / sum, remainder: exact % sum }
  })
  let left = BigInt(total) - rows.reduce((before, { part }) => before + part, 0n)
  const descending = rows.toSorted((a, b) => Number(b.remainder - a.remainder) || a.place - b.place)
  for (const row of descending) {
    if (left === 0n) break
    row.part += 1n
    left -= 1n
  }
  return rows.map(({ part }) => Number(part))
}

test('splitting is exact where total times weight exceeds the safe integers of JavaScript, in any order of the weights', () => {
  const total = fc.oneof(
    fc.integer({ min: Number.MAX_SAFE_INTEGER - 1_000_000, max: Number.MAX_SAFE_INTEGER }),
    fc.maxSafeNat(),
    fc.nat(1_000),
  )
  const weight = fc.oneof(fc.nat(1_000), fc.nat(10 ** 12), fc.constant(Number.MAX_SAFE_INTEGER))
  fc.assert(
    fc.property(total, fc.array(weight, { minLength: 1, maxLength: 6 }), (amount, weights) => {
      fc.pre(weights.some(Boolean))
      for (const order of [weights, weights.toReversed()])
        expect(splitByLargestRemainder(amount, order)).toEqual(splitExactly(amount, order))
    }),
    { numRuns: 400 },
  )
})

test('splitting over a single weight gives it everything', () => {
  expect(splitByLargestRemainder(5, [1])).toEqual([5])
})

test('splitting without weights, or a negative total or weight, is refused with the reason', () => {
  const noWeight = 'There is no weight to split by'
  expect(() => splitByLargestRemainder(1, [])).toThrow(new RangeError(noWeight))
  expect(() => splitByLargestRemainder(1, [0, 0])).toThrow(new RangeError(noWeight))
  expect(() => splitByLargestRemainder(-1, [1])).toThrow(new RangeError('total is out of range: -1'))
  expect(() => splitByLargestRemainder(1, [-1, 2])).toThrow(new RangeError('weight is out of range: -1'))
})

test('withheld tax is rounded down, without binary fraction errors', () => {
  expect(withholdTax(100_000, 0.15)).toBe(15_000)
  expect(withholdTax(99_999, 0.15)).toBe(14_999)
  // In floating point 100 x 0.29 is 28.999999999999996, which would be rounded down to 28.
  expect(withholdTax(100, 0.29)).toBe(29)
  expect(withholdTax(6, 0.15)).toBe(0)
  expect(withholdTax(100, 0)).toBe(0)
  expect(withholdTax(Number.MAX_SAFE_INTEGER, 1)).toBe(Number.MAX_SAFE_INTEGER)
  expect(() => withholdTax(100, 1.1)).toThrow(RangeError)
  expect(() => withholdTax(100, -0.1)).toThrow(RangeError)
  expect(() => withholdTax(1.5, 0.15)).toThrow(new RangeError('interest is out of range: 1.5'))
})
