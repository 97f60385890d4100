import { expect, test } from 'vitest'
import { cashAccountsOf } from './use-balance.ts'

test('WDR-05 a lender sees one cash account, or one per payment method with the second named after its bank', () => {
  const cash = { method: 1, name: 'Cash Balance', balance: 700_000 }
  expect(
    cashAccountsOf({ cashBalance: 700_000, additionalCashBalance: null, additionalBalanceBank: null }),
  ).toEqual([cash])
  for (const [additionalBalanceBank, name, balance] of [
    ['BCA', 'Saldo di BCA', 0],
    [null, 'Saldo tambahan', 300_000],
  ] as const) {
    expect(
      cashAccountsOf({ cashBalance: 700_000, additionalCashBalance: balance, additionalBalanceBank }),
    ).toEqual([cash, { method: 2, name, balance }])
  }
})
