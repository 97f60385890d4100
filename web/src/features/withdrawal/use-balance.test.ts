import { expect, test } from 'vitest'
import { pocketOf } from './use-balance.ts'

test('WDR-05 the pocket goes by the payment method of the account', () => {
  const two = { cashBalance: 700_000, additionalCashBalance: 300_000 }
  expect(pocketOf(two, 1)).toBe(700_000)
  expect(pocketOf(two, 2)).toBe(300_000)
  expect(pocketOf({ ...two, additionalCashBalance: null }, 2)).toBe(700_000)
  expect(pocketOf({ ...two, additionalCashBalance: 0 }, 2)).toBe(0)
})
