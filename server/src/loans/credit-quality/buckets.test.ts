import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figuresOf, formatShare, type LoanOnDay, qualities, qualityOf, tkbOf } from './buckets.ts'

const days = [0, 30, 60, 90] as const
const shares = (loans: LoanOnDay[]) => days.map((n) => formatShare(tkbOf(figuresOf(loans), n)))
const loan = (borrowerId: number, outstanding: number, daysLate: number): LoanOnDay => ({
  borrowerId,
  outstanding,
  daysLate,
})

describe('TKB-01 the qualities', () => {
  test.each([
    [0, 'LANCAR'],
    [1, 'DALAM_PERHATIAN_KHUSUS'],
    [30, 'DALAM_PERHATIAN_KHUSUS'],
    [31, 'KURANG_LANCAR'],
    [60, 'KURANG_LANCAR'],
    [61, 'DIRAGUKAN'],
    [90, 'DIRAGUKAN'],
    [91, 'MACET'],
    [4_000, 'MACET'],
  ] as const)('a loan %i days late is classified as %s', (late, quality) =>
    expect(qualityOf(late)).toBe(quality),
  )

  test('the credit quality figures of a few loans equal those calculated by hand', () => {
    const loans = [
      loan(1, 500, 0),
      loan(2, 100, 30),
      loan(3, 100, 31),
      loan(4, 200, 90),
      loan(5, 100, 91),
      loan(6, 0, 500),
    ]
    expect(figuresOf(loans)).toEqual({
      total: 1_000,
      LANCAR: 500,
      DALAM_PERHATIAN_KHUSUS: 100,
      KURANG_LANCAR: 100,
      DIRAGUKAN: 200,
      MACET: 100,
    })
    expect(shares(loans)).toEqual(['50,00%', '60,00%', '70,00%', '90,00%'])
    expect(tkbOf(figuresOf(loans), 90)).toEqual({ numerator: 900, denominator: 1_000 })
  })

  test('TKB (the on-time repayment rate) is 100,00% when there is no loan', () =>
    expect(shares([])).toEqual(Array(4).fill('100,00%')))

  test('all loans of a borrower who owes Rp2 billion or more have their worst quality, but not one rupiah below', () => {
    const big = [loan(1, 1_500_000_000, 0), loan(1, 500_000_000, 91), loan(2, 2_000_000_000, 0)]
    expect(shares(big)).toEqual(['50,00%', '50,00%', '50,00%', '50,00%'])
    const small = [loan(1, 1_499_999_999, 0), loan(1, 500_000_000, 91), loan(2, 2_000_000_000, 0)]
    expect(shares(small)).toEqual(['87,49%', '87,49%', '87,49%', '87,49%'])
  })
})

const loans = fc.array(
  fc.record({
    borrowerId: fc.nat(4),
    outstanding: fc.nat(2_000_000_000),
    daysLate: fc.oneof(fc.nat(130), fc.constantFrom(0, 1, 30, 31, 60, 61, 90, 91)),
  }),
  { maxLength: 25 },
)

describe('TKB-01 figures of random loans', () => {
  test('the repayment figures satisfy TKB0 <= TKB30 <= TKB60 <= TKB90, and the quality classes add up to the total', () => {
    fc.assert(
      fc.property(loans, (all) => {
        const figures = figuresOf(all)
        expect(qualities.reduce((sum, { name }) => sum + figures[name], 0)).toBe(figures.total)
        const parts = days.map((n) => tkbOf(figures, n).numerator)
        expect(parts.toSorted((a, b) => a - b)).toEqual(parts)
        expect(parts.every((part) => part <= figures.total)).toBe(true)
      }),
    )
  })

  test('TKB (the on-time repayment rate) by both OJK circulars is 100% less the share of principal more than n days late', () => {
    const single = loans.map((all) =>
      all.map((one, index) => ({ ...one, borrowerId: index, outstanding: one.outstanding % 1_999_999_999 })),
    )
    fc.assert(
      fc.property(single, (all) => {
        const figures = figuresOf(all)
        for (const n of days) {
          const late = all.reduce((sum, one) => sum + (one.daysLate > n ? one.outstanding : 0), 0)
          expect(tkbOf(figures, n)).toEqual({ numerator: figures.total - late, denominator: figures.total })
        }
      }),
    )
  })

  test('the credit quality figures never improve when a loan becomes more days late', () => {
    fc.assert(
      fc.property(loans, fc.nat(), fc.nat(100), (all, which, more) => {
        fc.pre(all.length > 0)
        const later = all.map((one, index) =>
          index === which % all.length ? { ...one, daysLate: one.daysLate + more } : one,
        )
        for (const n of days) {
          expect(tkbOf(figuresOf(later), n).numerator).toBeLessThanOrEqual(tkbOf(figuresOf(all), n).numerator)
        }
      }),
    )
  })
})
