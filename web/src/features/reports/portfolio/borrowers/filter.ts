import type { BorrowerSort } from '@pematang/contract/reports/borrowers/endpoints'
import { readPage } from '../../../../lists/page-number.ts'
import { readText } from '../filter.ts'

const sortLabels: Record<BorrowerSort, string> = {
  ACTIVE: 'Pinjaman aktif terbesar',
  TOTAL: 'Total pinjaman terbesar',
  LATE: 'Paling lama terlambat',
  WRITTEN_OFF: 'Hapus buku terbesar',
}

const sorts = Object.keys(sortLabels) as BorrowerSort[]

export const sortOptions: { value: BorrowerSort | ''; label: string }[] = [
  { value: '', label: 'Nama' },
  ...sorts.map((value) => ({ value, label: sortLabels[value] })),
]

/** The filter of the borrowers. An empty name matches all, and the empty order is that of names; pages count from 1. */
export type BorrowerFilter = { name: string; sort: BorrowerSort | ''; page: number }

/** Reads the query string of the screen. Unknown and invalid values are ignored. */
export const parseBorrowerFilter = (search: URLSearchParams): BorrowerFilter => ({
  name: readText(search, 'name'),
  sort: sorts.find((sort) => sort === search.get('sort')?.toUpperCase()) ?? '',
  page: readPage(search),
})
