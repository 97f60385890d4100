import { expect, test } from 'vitest'
import { isTaken, startAmount } from './start-amount.ts'

const loan = (outstandingFunding: number) => ({ minimumFunding: 500_000, outstandingFunding })

test('CHO-06 opens with the minimum, or with the whole remainder where the minimum would leave too little', () => {
  expect([2_000_000, 1_000_000, 900_000, 500_000, 300_000].map((left) => startAmount(loan(left)))).toEqual([
    500_000, 500_000, 900_000, 500_000, 300_000,
  ])
})

test('CHO-06 asks only for amounts that the loan takes, whatever the cash is', () => {
  expect(
    [499_999, 500_000, 1_600_000, 2_000_000, 2_000_001].map((one) => isTaken(loan(2_000_000), one)),
  ).toEqual([false, true, false, true, false])
})
