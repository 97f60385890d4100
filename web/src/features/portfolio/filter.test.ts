import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withQuery } from '../../paths.ts'
import { noPortfolioFilter, parsePortfolioFilter, portfolioStatuses } from './filter.ts'

const parse = (query: string) => parsePortfolioFilter(new URLSearchParams(query))

test('POR-01 DSH-03 the query string names borrower, loan number, status and page', () => {
  expect(parse('name=Sari%20Dewi&loanNumber=PJM-0007&loanStatus=LATE&page=3')).toEqual({
    name: 'Sari Dewi',
    loanNumber: 'PJM-0007',
    loanStatus: 'LATE',
    page: 3,
  })
  expect(parse('')).toEqual(noPortfolioFilter)
})

test('POR-01 Active, Funded and Late are the statuses; any other filters nothing', () => {
  expect(['active', 'FUNDED', 'Late'].map((status) => parse(`loanStatus=${status}`).loanStatus)).toEqual([
    'ACTIVE',
    'FUNDED',
    'LATE',
  ])
  expect(parse('loanStatus=RESTRUCTURE').loanStatus).toBe('')
})

test('DSH-03 a page that is none is the first', () => {
  for (const page of ['0', '-1', '1.5', 'dua', '', '1e9', '9999999999', '01'])
    expect(parse(`page=${page}`).page).toBe(1)
})

test('DSH-03 any filter survives a shared link', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((typed) => typed.trim())
  const filter = fc.record({
    name: text,
    loanNumber: text,
    loanStatus: fc.constantFrom('' as const, ...portfolioStatuses),
    page: fc.integer({ min: 1, max: 999_999_999 }),
  })
  fc.assert(
    fc.property(filter, (chosen) => {
      const link = new URL(withQuery('/dashboard/porto', chosen), 'http://localhost')
      expect(parsePortfolioFilter(link.searchParams)).toEqual(chosen)
    }),
  )
})

test('POR-01 a text longer than the call takes is cut, so that the list still answers', () => {
  expect(parse(`name=${'a'.repeat(500)}`).name).toHaveLength(100)
})
