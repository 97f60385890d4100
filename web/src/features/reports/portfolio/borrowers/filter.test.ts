import { expect, test } from 'vitest'
import { parseBorrowerFilter } from './filter.ts'

const parse = (query: string) => parseBorrowerFilter(new URLSearchParams(query))

test('USR-01 DSH-03 the borrower filter is read from the query string, and invalid values are ignored', () => {
  expect(parse('name=%20Sari%20Dewi&sort=late&page=3')).toEqual({ name: 'Sari Dewi', sort: 'LATE', page: 3 })
  expect(parse('loanStatus=LATE&sort=NAME&page=nol')).toEqual({ name: '', sort: '', page: 1 })
  expect(parse(`name=${'a'.repeat(500)}`).name).toHaveLength(100)
})
