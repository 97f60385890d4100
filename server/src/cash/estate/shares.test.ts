import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duesOf, partsOf } from './shares.ts'

const share = (numerator: number, denominator: number) => ({ numerator, denominator })

describe('OPS-04 shares of heirs', () => {
  test('OPS-04 shares become parts of their common denominator and are refused unless they add up to exactly one', () => {
    expect(partsOf([share(1, 8), share(1, 6), share(17, 24)])).toEqual([3, 4, 17])
    expect(partsOf([share(1, 1)])).toEqual([1])
    for (const wrong of [
      [share(1, 3), share(1, 3)],
      [share(1, 2), share(2, 3)],
      [share(3333, 10_000), share(3333, 10_000), share(3333, 10_000)],
      [],
    ])
      expect(() => partsOf(wrong)).toThrow('tidak berjumlah tepat satu')
  })

  test('OPS-04 a payment that came back is due to the same heir alone, whatever has come in since', () => {
    expect(duesOf(1_000_001, [1, 1], [0, 0])).toEqual([500_001, 500_000])
    expect(duesOf(500_000, [1, 1], [500_001, 0])).toEqual([0, 500_000])
    expect(duesOf(700_000, [1, 1], [500_001, 0])).toEqual([100_000, 600_000])
  })

  test('OPS-04 an heir who has more than their share, after a correction took cash back, gets nothing until the others have caught up', () => {
    expect(duesOf(100_000, [1, 1], [500_000, 200_000])).toEqual([0, 100_000])
    expect(duesOf(400_000, [1, 1, 2], [500_000, 0, 0])).toEqual([0, 133_333, 266_667])
  })

  const cash = fc.integer({ min: 0, max: 10_000_000_000 })
  const parts = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 12 })

  test('OPS-04 dues are never negative, add up to the cash, and lift nobody above their share of all but for a rupiah of rounding', () => {
    fc.assert(
      fc.property(parts, cash, fc.infiniteStream(cash), (weights, free, before) => {
        const gone = weights.map(() => before.next().value ?? 0)
        const dues = duesOf(free, weights, gone)
        expect(dues.reduce((sum, due) => sum + due, 0)).toBe(free)
        const all = BigInt(free) + gone.reduce((sum, one) => sum + BigInt(one), 0n)
        const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
        for (const [place, due] of dues.entries()) {
          expect(due).toBeGreaterThanOrEqual(0)
          const [weight, has] = [BigInt(weights[place] ?? 0), BigInt((gone[place] ?? 0) + due)]
          if (due > 0) expect((has - 1n) * whole < weight * all).toBe(true)
        }
      }),
    )
  })

  test('OPS-04 cash that comes in pieces, of which some payments come back, ends at the same shares within a rupiah as all of it at once', () => {
    const piece = fc.record({ amount: fc.integer({ min: 1, max: 1_000_000 }), back: fc.nat({ max: 3 }) })
    fc.assert(
      fc.property(parts, fc.array(piece, { minLength: 1, maxLength: 15 }), (weights, pieces) => {
        const gone = weights.map(() => 0)
        let free = 0
        const pay = () => {
          for (const [place, due] of duesOf(free, weights, gone).entries())
            gone[place] = (gone[place] ?? 0) + due
          free = 0
        }
        for (const { amount, back } of pieces) {
          free += amount
          pay()
          // What was paid to one heir comes back.
          if (back < gone.length) {
            free += gone[back] ?? 0
            gone[back] = 0
          }
        }
        pay()
        const total = pieces.reduce((sum, { amount }) => sum + amount, 0)
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        expect(gone.reduce((sum, one) => sum + one, 0)).toBe(total)
        for (const [place, weight] of weights.entries())
          expect(Math.abs((gone[place] ?? 0) - (total * weight) / whole)).toBeLessThan(2)
      }),
    )
  })
})
