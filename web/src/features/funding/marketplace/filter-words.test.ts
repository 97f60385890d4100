import { expect, test } from 'vitest'
import { noFilter } from './filter.ts'
import { activeFilters, searchText } from './filter-words.ts'

const typeName = (id: number) => (id === 4 ? 'Modal Usaha' : undefined)

test('CHO-03 a saved search is described in one line, with its order unless it is the default', () => {
  const filter = {
    ...noFilter,
    loanTypeIds: [4],
    grades: ['A', '-'],
    tenorFrom: 6,
    tenorTo: 12,
    tenorPeriodId: 3 as const,
    interestFrom: 0.125,
    leftFrom: 10_000_000,
    notMine: true,
    sort: 'interest' as const,
  }
  expect(searchText(filter, typeName)).toBe(
    'Jenis Modal Usaha · Rating A, tanpa rating · Tenor 6–12 bulan · Bunga mulai 12,5% · Sisa mulai Rp10.000.000 · ' +
      'Belum ada di portofolio saya · Bunga tertinggi',
  )
  expect(searchText({ ...noFilter, tenorTo: 6, interestTo: 0.2 }, typeName)).toBe(
    'Tenor sampai 6 · Bunga sampai 20%',
  )
  expect(searchText({ ...noFilter, loanTypeIds: [4, 9], tenorPeriodId: 1 }, typeName)).toBe(
    '2 jenis pinjaman · Tenor hari',
  )
})

test('CHO-02 removing each active marketplace filter in turn leaves none', () => {
  let filter: typeof noFilter = {
    ...noFilter,
    tenor: 6,
    grades: ['B'],
    interestTo: 0.3,
    notMine: true,
    tenorPeriodId: 2,
  }
  for (const { without } of activeFilters(filter, typeName)) filter = { ...filter, ...without }
  expect(filter).toEqual(noFilter)
})
