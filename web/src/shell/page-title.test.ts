import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { pageTitleOf } from './page-title.ts'

const product = { uploadId: 'a', totalLoan: 1, totalLoanAmount: 1, loanTypeId: 1 }
const { bulkList, marketplaceLoan, selection, proposal: _proposal, taxOf: _taxOf, vote, ...fixed } = paths
const screens = [
  ...Object.values(fixed),
  bulkList(product),
  marketplaceLoan('PMT-1'),
  selection('a'),
  vote('a'),
].map((path) => path.split('?')[0] ?? '')

test('SCR-07 every screen has a page title of its own', () => {
  const titles = new Map(screens.map((path) => [path, pageTitleOf(path)]))
  expect(new Set(titles.values()).size).toBe(titles.size)
  for (const title of titles.values()) expect(title).toMatch(/^\S.* · Lender Dashboard$/)
})

test('SCR-07 an unknown URL has the product name as page title', () => {
  expect(pageTitleOf('/')).toBe('Lender Dashboard')
  expect(pageTitleOf('/x')).toBe('Lender Dashboard')
})

test('SCR-07 MFA-01 the second step of the login has a title of its own', () => {
  expect(pageTitleOf(paths.resetPassword, { factor: 1 })).toBe('Verifikasi Dua Langkah · Lender Dashboard')
  expect(pageTitleOf(paths.resetPassword, {})).toBe('Lupa Kata Sandi · Lender Dashboard')
})
