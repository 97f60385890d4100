import { readPage } from '../../../../lists/page-number.ts'
import { readText } from '../filter.ts'

/** The filter of the borrowers. An empty name matches all; pages count from 1. */
export type BorrowerFilter = { name: string; page: number }

/** Reads the query string of the screen. Unknown and invalid values are ignored. */
export const parseBorrowerFilter = (search: URLSearchParams): BorrowerFilter => ({
  name: readText(search, 'name'),
  page: readPage(search),
})
