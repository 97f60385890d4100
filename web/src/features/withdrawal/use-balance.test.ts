import { expect, test } from 'vitest'
import { pocketsOf } from './use-balance.ts'

test('WDR-05 one pocket for all, or one for each payment method', () => {
  const cash = { method: 1, name: 'Cash Balance', balance: 700_000 }
  expect(pocketsOf({ cashBalance: 700_000, additionalCashBalance: null })).toEqual([cash])
  for (const balance of [0, 300_000]) {
    expect(pocketsOf({ cashBalance: 700_000, additionalCashBalance: balance })).toEqual([
      cash,
      { method: 2, name: 'Saldo Tambahan', balance },
    ])
  }
})
