import { readPage, readText } from '../filter.ts'

/** Which borrowers are shown. An empty name filters nothing; pages count from 1. */
export type BorrowerFilter = { name: string; page: number }

/** Reads the query string of the screen. Whatever is unknown or wrong in it counts as not there. */
export const parseBorrowerFilter = (search: URLSearchParams): BorrowerFilter => ({
  name: readText(search, 'name'),
  page: readPage(search),
})
