import { expect, test } from 'vitest'
import { paths, withQuery } from './paths.ts'

test('NAV-01 the URLs of the screens are those of the specification', () => {
  expect(Object.values(paths)).toEqual(
    expect.arrayContaining([
      '/reset-password',
      '/dashboard/porto',
      '/dashboard/user-porto',
      '/dashboard/transaction-history',
      '/marketplace/list',
      '/deposit',
      '/privy',
      '/fundingStatus',
      '/withdrawStatus',
    ]),
  )
})

test('NAV-01 a URL leaves out empty parameters and escapes the others', () => {
  expect(withQuery('/a', {})).toBe('/a')
  expect(withQuery('/a', { name: 'Budi & Co', page: 2, x: '', y: null, z: undefined })).toBe(
    '/a?name=Budi+%26+Co&page=2',
  )
})

test('CHO-05 the URL of a loan page has the loan number, escaped', () => {
  expect(paths.marketplaceLoan('PMT/2026 1')).toBe('/marketplace/loan/PMT%2F2026%201')
})

test('NAV-01 the URL of a bulk product has its id, its two numbers and its loan type', () => {
  const product = { uploadId: 'a/b', totalLoan: 250, totalLoanAmount: 1_000_000, loanTypeId: 7 }
  expect(paths.bulkList(product)).toBe('/bulk-list/a%2Fb/250/1000000/7')
})
