import { expect, test } from 'vitest'
import { TaxMonths } from './tax-months.ts'

test('VAL-06 payments that are taken back together give back what was withheld of the month, to the rupiah', () => {
  const lender = { lenderId: 7, taxArticle: 23, taxRatePpm: 150_000 } as const
  const months = new TaxMonths([{ ...lender, interest: 20, tax: 3 }])
  expect(months.refund({ ...lender, interest: 7, tax: 1, isOld: false })).toBe(2)
  expect(months.of(lender)).toEqual({ interest: 13, tax: 1 })
  expect(months.refund({ ...lender, interest: 13, tax: 2, isOld: false })).toBe(1)
  expect(months.of(lender)).toEqual({ interest: 0, tax: 0 })
})
