import { expect, test } from 'vitest'
import { reasonsOf } from './reason.ts'

const borrower = { activeLoanAmount: 0, paidAmount: 259_040, writtenOffAmount: 740_960, daysLate: 0 }
const texts = (change: Partial<typeof borrower>) =>
  reasonsOf({ ...borrower, ...change }).map(({ text }) => text)

test('SCN-17 a borrower who owes nothing although not all was repaid was written off', () => {
  expect(texts({})).toEqual(['Dihapusbukukan Rp740.960'])
})

test('SCN-17 a borrower may be late with one loan while another was written off', () => {
  expect(texts({ activeLoanAmount: 1, daysLate: 75 })).toEqual([
    'Terlambat 75 hari',
    'Dihapusbukukan Rp740.960',
  ])
})

test('SCN-17 a borrower is repaid in full, and one who pays on time needs no reason', () => {
  expect(texts({ writtenOffAmount: 0 })).toEqual(['Lunas'])
  expect(texts({ writtenOffAmount: 0, activeLoanAmount: 1 })).toEqual([])
  expect(texts({ writtenOffAmount: 0, paidAmount: 0, activeLoanAmount: 1 })).toEqual([])
})
