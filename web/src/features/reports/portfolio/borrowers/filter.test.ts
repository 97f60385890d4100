import { expect, test } from 'vitest'
import { parseBorrowerFilter } from './filter.ts'

const parse = (query: string) => parseBorrowerFilter(new URLSearchParams(query))

test('USR-01 DSH-03 the borrower filter is read from the query string, and invalid values are ignored', () => {
  expect(parse('name=%20Sari%20Dewi&page=3')).toEqual({ name: 'Sari Dewi', page: 3 })
  expect(parse('loanStatus=LATE&page=nol')).toEqual({ name: '', page: 1 })
  expect(parse(`name=${'a'.repeat(500)}`).name).toHaveLength(100)
})
