import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisEnd, heightOf, shortRupiah } from './chart-scale.ts'

test('a chart axis ends at a round number just above the largest amount', () => {
  expect([0, 1, 7, 9_999_999, 10_000_000, 10_000_001, 1_234_567_890].map((most) => axisEnd(most, 4))).toEqual(
    [1_000_000, 1, 8, 10_000_000, 10_000_000, 12_000_000, 1_600_000_000],
  )
})

test('the largest amount of a chart fills at least two thirds of its axis', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000_000_000_000 }), (most) => {
      const end = axisEnd(most, 4)
      expect(end).toBeGreaterThanOrEqual(most)
      expect(heightOf(most, end)).toBeGreaterThan(66)
    }),
  )
})

test('FMT-01 the labels of a chart axis are abbreviated with a decimal comma', () => {
  expect([0, 500, 2_500, 2_500_000, 12_000_000, 1_250_000_000, 3e12].map(shortRupiah)).toEqual([
    '0',
    '500',
    '2,5 rb',
    '2,5 jt',
    '12 jt',
    '1,25 M',
    '3 T',
  ])
})

test('a chart bar stays within its axis', () => {
  expect([heightOf(-5, 100), heightOf(25, 100), heightOf(200, 100)]).toEqual([0, 25, 100])
})
