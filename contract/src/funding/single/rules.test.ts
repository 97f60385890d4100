import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusals } from '../../refusals.ts'
import { checkFundingAmount } from './rules.ts'

const loan = { cashBalance: 5_000_000, minimumFunding: 500_000, outstandingFunding: 2_000_000 }

describe('the four rules of a funding amount', () => {
  test.each([
    [5_000_001, 'CASH_TOO_LOW', 'Jumlah cash balance saat ini Rp5.000.000'],
    [499_999, 'FUNDING_BELOW_MINIMUM', 'Minimum jumlah pendanaan adalah Rp500.000'],
    [0, 'FUNDING_BELOW_MINIMUM', 'Minimum jumlah pendanaan adalah Rp500.000'],
    [-1, 'FUNDING_BELOW_MINIMUM', 'Minimum jumlah pendanaan adalah Rp500.000'],
    [2_000_001, 'FUNDING_ABOVE_OUTSTANDING', 'Jumlah pendanaan maksimal adalah Rp2.000.000'],
    [1_500_001, 'FUNDING_BAD_REMAINDER', 'Sisa pendanaan tidak boleh kurang dari Rp500.000'],
    [1_999_999, 'FUNDING_BAD_REMAINDER', 'Sisa pendanaan tidak boleh kurang dari Rp500.000'],
  ] as const)('FND-02 a funding of Rp%i is refused with %s', (amount, code, sentence) => {
    const breach = checkFundingAmount({ ...loan, amount })
    expect(breach?.code).toBe(code)
    expect(breach && refusals[breach.code].sentence(breach)).toBe(sentence)
  })

  test.each([500_000, 1_500_000, 2_000_000])('FND-02 a funding of Rp%i is allowed', (amount) => {
    expect(checkFundingAmount({ ...loan, amount })).toBeNull()
  })

  test('FND-02 a funding of the exact remainder is allowed, even below the minimum', () => {
    expect(checkFundingAmount({ ...loan, outstandingFunding: 300_000, amount: 300_000 })).toBeNull()
  })
})

test('FND-02 a funding of zero or a negative amount is refused, also on a fully funded loan', () => {
  const rupiah = fc.integer({ min: 0, max: 2_000 })
  fc.assert(
    fc.property(fc.integer({ max: 0 }), rupiah, rupiah, (amount, cashBalance, outstandingFunding) => {
      const breach = checkFundingAmount({ amount, cashBalance, minimumFunding: 500, outstandingFunding })
      expect(breach).toEqual({ code: 'FUNDING_BELOW_MINIMUM', amount: 500 })
    }),
  )
})

test('FND-02 every allowed funding leaves a remainder that can still be funded in full', () => {
  const rupiah = fc.integer({ min: 1, max: 2_000 })
  fc.assert(
    fc.property(rupiah, rupiah, rupiah, rupiah, (amount, cashBalance, minimumFunding, outstandingFunding) => {
      fc.pre(outstandingFunding >= minimumFunding)
      const breach = checkFundingAmount({ amount, cashBalance, minimumFunding, outstandingFunding })
      if (breach) return
      const left = outstandingFunding - amount
      expect(amount).toBeLessThanOrEqual(cashBalance)
      expect(left === 0 || left >= minimumFunding).toBe(true)
    }),
  )
})

test('FND-02 at least one funding amount is valid whenever the cash covers the minimum funding', () => {
  const rupiah = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(rupiah, rupiah, (minimumFunding, more) => {
      const outstandingFunding = minimumFunding + more
      const question = { cashBalance: outstandingFunding, minimumFunding, outstandingFunding }
      expect(checkFundingAmount({ ...question, amount: outstandingFunding })).toBeNull()
    }),
  )
})

test('FND-02 a funding of zero is below the minimum even when nothing remains, and a last remainder of one rupiah can be funded', () => {
  const question = { cashBalance: 10, minimumFunding: 5 }
  expect(checkFundingAmount({ ...question, amount: 0, outstandingFunding: 0 })).toEqual({
    code: 'FUNDING_BELOW_MINIMUM',
    amount: 5,
  })
  expect(checkFundingAmount({ ...question, amount: 1, outstandingFunding: 1 })).toBeNull()
})
