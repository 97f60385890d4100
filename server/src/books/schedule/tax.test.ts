import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxOn, withholdTax } from './tax.ts'

test('tax is withheld in whole rupiah, rounded down, and exactly also where interest times rate is no safe integer', () => {
  expect(taxOn(300_000, 150_000)).toBe(45_000)
  expect(taxOn(19, 150_000)).toBe(2)
  expect(taxOn(Number.MAX_SAFE_INTEGER, 150_000)).toBe(1_351_079_888_211_148)
  expect(taxOn(Number.MAX_SAFE_INTEGER, 1_000_000)).toBe(Number.MAX_SAFE_INTEGER)
})

test('tax by a rate in ppm is the same as tax by the same rate as a fraction, for any interest', () => {
  const interest = fc.oneof(
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  )
  fc.assert(
    fc.property(interest, fc.integer({ min: 0, max: 1_000_000 }), (rupiah, ppm) => {
      expect(taxOn(rupiah, ppm)).toBe(withholdTax(rupiah, (ppm / 1_000_000).toFixed(6)))
    }),
  )
})
