import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusals } from '../refusals.ts'
import { checkWithdrawalAmount, payOut } from './rules.ts'

const sentenceOf = (amount: number, cashBalance: number): string | null => {
  const breach = checkWithdrawalAmount({ amount, cashBalance })
  return breach && refusals[breach.code].sentence('amount' in breach ? breach : {})
}
const above = 'Jumlah penarikan melebihi saldo yang tersedia'
const below = 'Minimum jumlah penarikan dana adalah Rp100.000'

describe('the two rules', () => {
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
  ])('WDR-02 %i of %i', (amount, cashBalance, sentence) => {
    expect(sentenceOf(amount, cashBalance)).toBe(sentence)
  })
})

test('WDR-05 whatever is allowed leaves a balance of nothing or more, and something arrives', () => {
  const amount = fc.integer({ min: 100_000, max: 10_000_000 })
  const fee = fc.integer({ min: 0, max: 99_999 })
  fc.assert(
    fc.property(amount, fee, fc.integer({ min: 0, max: 10_000_000 }), (asked, cost, cashBalance) => {
      fc.pre(checkWithdrawalAmount({ amount: asked, cashBalance }) === null)
      const { sent, total } = payOut({ amount: asked, fee: cost, cashBalance })
      expect(total).toBe(sent + cost)
      expect(total).toBeLessThanOrEqual(cashBalance)
      expect(sent).toBeGreaterThan(0)
      // On top where there is enough; inside only where there is not.
      expect(sent).toBe(cashBalance >= asked + cost ? asked : asked - cost)
    }),
  )
})

test('WDR-01 Tarik Semua leaves nothing', () => {
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
