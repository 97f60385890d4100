import { expect, test } from 'vitest'
import { countActive, filterAddress } from './url-filter.ts'

test('POR-07 the number of active filters counts the filled fields, but not page and order', () => {
  expect(countActive({ name: '', sort: 'DUE', page: 1 })).toBe(0)
  expect(countActive({ name: '', status: '', page: 4 })).toBe(0)
  expect(countActive({ name: 'Sari', status: '', page: 1 })).toBe(1)
  expect(countActive({ name: 'Sari', status: '2', page: 1 })).toBe(2)
})

test('DSH-03 the URL of a list has its filter and page, and omits defaults', () => {
  expect(filterAddress('/dashboard/porto', { name: '', page: 1 })).toBe('/dashboard/porto')
  expect(filterAddress('/dashboard/porto', { name: 'Sari & Budi', page: 3 })).toBe(
    '/dashboard/porto?name=Sari+%26+Budi&page=3',
  )
})
