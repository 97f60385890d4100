import { expect, test } from 'vitest'
import { countActive, filterAddress } from './url-filter.ts'

test('POR-07 a page is no filter, every field is', () => {
  expect(countActive({ name: '', status: '', page: 4 })).toBe(0)
  expect(countActive({ name: 'Sari', status: '', page: 1 })).toBe(1)
  expect(countActive({ name: 'Sari', status: '2', page: 1 })).toBe(2)
})

test('DSH-03 the address names the filter and the page, and nothing that says nothing', () => {
  expect(filterAddress('/dashboard/porto', { name: '', page: 1 })).toBe('/dashboard/porto')
  expect(filterAddress('/dashboard/porto', { name: 'Sari & Budi', page: 3 })).toBe(
    '/dashboard/porto?name=Sari+%26+Budi&page=3',
  )
})
