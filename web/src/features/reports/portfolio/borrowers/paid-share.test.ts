import { expect, test } from 'vitest'
import { paidPercent } from './paid-share.ts'

test('USR-01 the repaid share of a borrower is a whole percent, and 0 or 100 only when exact', () => {
  expect([
    paidPercent(0, 100),
    paidPercent(1, 1_000_000),
    paidPercent(454, 1_000),
    paidPercent(999_999, 1_000_000),
    paidPercent(5, 5),
    paidPercent(0, 0),
  ]).toEqual([0, 1, 45, 99, 100, 0])
})
