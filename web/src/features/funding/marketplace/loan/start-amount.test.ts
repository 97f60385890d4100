import { expect, test } from 'vitest'
import { isTaken, startAmount } from './start-amount.ts'

const loan = (outstandingFunding: number) => ({ minimumFunding: 500_000, outstandingFunding })

test('CHO-06 the suggested amount is the minimum, or the whole remainder when the minimum would leave too little', () => {
  expect([2_000_000, 1_000_000, 900_000, 500_000, 300_000].map((left) => startAmount(loan(left)))).toEqual([
    500_000, 500_000, 900_000, 500_000, 300_000,
  ])
})

test('CHO-06 the loan page projects only amounts that the loan accepts as a funding', () => {
  expect(
    [499_999, 500_000, 1_600_000, 2_000_000, 2_000_001].map((one) => isTaken(loan(2_000_000), one)),
  ).toEqual([false, true, false, true, false])
})
