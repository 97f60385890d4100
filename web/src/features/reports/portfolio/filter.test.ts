import { loanStatusName } from '@pematang/contract/reports/portfolio/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withQuery } from '../../../paths.ts'
import { noPortfolioFilter, parsePortfolioFilter, portfolioSorts, portfolioStatuses } from './filter.ts'

const parse = (query: string) => parsePortfolioFilter(new URLSearchParams(query))

test('POR-01 DSH-03 the portfolio query string has borrower, loan number, status, order and page', () => {
  expect(parse('name=Sari%20Dewi&loanNumber=PJM-0007&loanStatus=LATE&sort=due&page=3')).toEqual({
    name: 'Sari Dewi',
    loanNumber: 'PJM-0007',
    loanStatus: 'LATE',
    sort: 'DUE',
    page: 3,
  })
  expect(parse('')).toEqual(noPortfolioFilter)
})

test('POR-01 the portfolio filter accepts each status of the contract and ignores unknown statuses and orders', () => {
  expect(['active', 'FUNDED', 'Late'].map((status) => parse(`loanStatus=${status}`).loanStatus)).toEqual([
    'ACTIVE',
    'FUNDED',
    'LATE',
  ])
  for (const status of loanStatusName.options) expect(parse(`loanStatus=${status}`).loanStatus).toBe(status)
  expect(parse('loanStatus=SOLD&sort=colour')).toEqual(noPortfolioFilter)
})

test('DSH-03 an invalid page number in the portfolio URL means the first page', () => {
  for (const page of ['0', '-1', '1.5', 'dua', '', '1e9', '9999999999', '01'])
    expect(parse(`page=${page}`).page).toBe(1)
})

test('DSH-03 any portfolio filter survives a shared link', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((typed) => typed.trim())
  const filter = fc.record({
    name: text,
    loanNumber: text,
    loanStatus: fc.constantFrom('' as const, ...portfolioStatuses),
    sort: fc.constantFrom('' as const, ...portfolioSorts),
    page: fc.integer({ min: 1, max: 100_000_000 }),
  })
  fc.assert(
    fc.property(filter, (chosen) => {
      const link = new URL(withQuery('/dashboard/porto', chosen), 'http://localhost')
      expect(parsePortfolioFilter(link.searchParams)).toEqual(chosen)
    }),
  )
})

test('POR-01 a portfolio filter text longer than the API call accepts is truncated', () => {
  expect(parse(`name=${'a'.repeat(500)}`).name).toHaveLength(100)
})
