import { expect, test } from 'vitest'
import { allocationOrders, usualOrder, withinInstallment } from './allocation-order.ts'

test('REP-02 there are three orders for allocating a payment, and the default one pays the penalty last', () => {
  expect(usualOrder).toBe('INTEREST_PRINCIPAL_PENALTY')
  expect(allocationOrders.map((order) => [order, withinInstallment(order)])).toEqual([
    ['INTEREST_PRINCIPAL_PENALTY', { kinds: ['interest', 'principal'], penaltyLast: true }],
    ['INTEREST_PENALTY_PRINCIPAL', { kinds: ['interest', 'penalty', 'principal'], penaltyLast: false }],
    ['PENALTY_INTEREST_PRINCIPAL', { kinds: ['penalty', 'interest', 'principal'], penaltyLast: false }],
  ])
})
