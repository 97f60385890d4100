import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusals } from '../../refusals.ts'
import { checkWithdrawalAmount, payOut } from './rules.ts'

const sentenceOf = (amount: number, cashBalance: number, fee: number | null = 0): string | null => {
  const breach = checkWithdrawalAmount({ amount, cashBalance, fee })
  return breach && refusals[breach.code].sentence('amount' in breach ? breach : {})
}
const above = 'Jumlah penarikan melebihi saldo yang tersedia'
const below = 'Minimum jumlah penarikan dana adalah Rp100.000'
const feeAbove = 'Saldo tidak cukup untuk jumlah ini dan biaya transfernya. '

describe('the rules of a withdrawal amount', () => {
  test.each([
    [500_001, 500_000, above],
    [50_001, 50_000, above],
    [99_999, 500_000, below],
    [50_000, 50_000, below],
    [0, 500_000, below],
    [0, 0, below],
    [-1, 500_000, below],
    [100_000, 100_000, null],
    [500_000, 500_000, null],
  ])(
    'WDR-02 whether a withdrawal of %i from a balance of %i is refused as above the balance or below the minimum',
    (amount, cashBalance, sentence) => {
      expect(sentenceOf(amount, cashBalance)).toBe(sentence)
    },
  )

  test.each([
    [197_500, 200_000, null],
    [197_501, 200_000, `${feeAbove}Tarik paling banyak Rp197.500, atau pilih Tarik Semua.`],
    [199_999, 200_000, `${feeAbove}Tarik paling banyak Rp197.500, atau pilih Tarik Semua.`],
    [200_000, 200_000, null],
    [200_001, 200_000, above],
    [100_000, 102_499, `${feeAbove}Pilih Tarik Semua.`],
    [100_000, 102_500, null],
    [100_000, 100_000, null],
  ])(
    'FIX-16 a withdrawal of %i from %i with a fee of 2.500 is refused if the fee no longer fits, unless it is the whole balance',
    (amount, cash, sentence) => {
      expect(sentenceOf(amount, cash, 2_500)).toBe(sentence)
    },
  )

  test('FIX-16 a withdrawal amount is checked without the fee while the fee is unknown', () => {
    expect(sentenceOf(199_999, 200_000, null)).toBeNull()
  })
})

test('FIX-16 a withdrawal sends the requested amount, or the balance less the fee when it is the whole balance', () => {
  const amount = fc.integer({ min: 100_000, max: 10_000_000 })
  const fee = fc.integer({ min: 0, max: 99_999 })
  fc.assert(
    fc.property(amount, fee, fc.integer({ min: 0, max: 10_000_000 }), (asked, cost, cashBalance) => {
      fc.pre(checkWithdrawalAmount({ amount: asked, cashBalance, fee: cost }) === null)
      const { sent, total } = payOut({ amount: asked, fee: cost, cashBalance })
      expect(total).toBe(sent + cost)
      expect(total).toBeLessThanOrEqual(cashBalance)
      expect(sent).toBeGreaterThan(0)
      expect(sent).toBe(asked === cashBalance ? asked - cost : asked)
    }),
  )
})

test('WDR-01 "Tarik Semua" (withdraw all) debits the whole balance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100_000, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 99_999 }),
      (all, fee) => {
        expect(payOut({ amount: all, fee, cashBalance: all }).total).toBe(all)
      },
    ),
  )
})
