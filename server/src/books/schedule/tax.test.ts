import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giveBackInMonth, taxOn, withholdInMonth, withholdTax } from './tax.ts'

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

test('VAL-06 the tax of a month is the rate on all its interest, rounded down once, for any payments and reversals in it', () => {
  const steps = fc.array(fc.record({ interest: fc.integer({ min: 0, max: 5_000 }), back: fc.nat(9) }), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 1_000_000 }), (some, ppm) => {
      const month = { interest: 0, tax: 0 }
      const paid: { interest: number; tax: number }[] = []
      for (const { interest, back } of some) {
        const taken = back < 3 ? paid.splice(back, 1)[0] : undefined
        const tax = taken
          ? -giveBackInMonth(month, taken.interest, taken.tax, ppm)
          : withholdInMonth(month, interest, ppm)
        if (!taken) paid.push({ interest, tax })
        month.interest += taken ? -taken.interest : interest
        month.tax += tax
        expect(Math.abs(tax)).toBeLessThanOrEqual(taken ? taken.interest : interest)
        expect(month.tax).toBe(taxOn(month.interest, ppm))
      }
    }),
  )
})

test('VAL-06 interest of an earlier month is given back with the tax that was withheld from it, where the month has less', () => {
  expect(giveBackInMonth({ interest: 0, tax: 0 }, 106, 16, 150_000)).toBe(16)
  expect(giveBackInMonth({ interest: 200, tax: 30 }, 106, 16, 150_000)).toBe(16)
  expect(giveBackInMonth({ interest: 206, tax: 30 }, 106, 16, 150_000)).toBe(15)
})
