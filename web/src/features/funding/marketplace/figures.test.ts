import { expect, test } from 'vitest'
import { fundedPercent, percentText } from './figures.ts'

test.each([
  [10_000_000, 10_000_000, '0%'],
  [10_000_000, 1_655_000, '83,45%'],
  [2_000_000_000, 1, '99,99%'],
  [9_000_000_000_000_000, 3_000_000_000_000_000, '66,66%'],
  [10_000_000, 0, '100%'],
])('MKT-04 a loan of %i with %i left is shown as funded to %s', (totalLoan, outstandingFunding, shown) => {
  expect(percentText(fundedPercent({ totalLoan, outstandingFunding }))).toBe(shown)
})
