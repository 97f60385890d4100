import { expect, test } from 'vitest'
import { filterFacts } from './strategy-words.ts'

test('AUT-01 the tenor of a strategy is shown with its unit, or with all units where none is set', () => {
  const tenorOf = (filters: Parameters<typeof filterFacts>[0]['filters']) => filterFacts({ filters })['tenor']
  expect(tenorOf({ tenorFrom: '900' })).toBe('Tenor mulai 900 (hari, minggu, atau bulan)')
  expect(tenorOf({ tenorTo: '12', tenorPeriodId: '3' })).toBe('Tenor sampai 12 Bulan')
  expect(tenorOf({ tenorPeriodId: '2' })).toBe('Tenor Minggu')
  expect(filterFacts({ filters: {} })).toEqual({ all: 'Semua pinjaman' })
})
