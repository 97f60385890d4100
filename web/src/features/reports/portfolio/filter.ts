import type { PortfolioFilterStatus, PortfolioSort } from '@pematang/contract/reports/portfolio/endpoints'
import { readPage } from '../../../lists/page-number.ts'

/**
 * The statuses to filter by, with the names of the API: those of the specification (section 2), fundings that wait for
 * a signature, and the other statuses.
 */
export const portfolioStatuses = [
  'ACTIVE',
  'FUNDED',
  'LATE',
  'UNSIGNED',
  'RESTRUCTURE',
  'REPAID',
  'WRITTEN_OFF',
  'REFUNDED',
] as const satisfies readonly PortfolioFilterStatus[]

/** Sort orders of the portfolio, except the default (newest first). */
export const portfolioSorts = [
  'DUE',
  'PRINCIPAL',
  'AMOUNT',
  'RATE',
  'NAME',
] as const satisfies readonly PortfolioSort[]

/** The filter of the portfolio. Empty texts match all; pages count from 1. */
export type PortfolioFilter = {
  name: string
  loanNumber: string
  loanStatus: PortfolioFilterStatus | ''
  sort: PortfolioSort | ''
  page: number
}

export const noPortfolioFilter: PortfolioFilter = {
  name: '',
  loanNumber: '',
  loanStatus: '',
  sort: '',
  page: 1,
}

export const longestFilterText = 100

const oneOf = <Word extends string>(words: readonly Word[], text: string): Word | '' =>
  words.find((word) => word === text.toUpperCase()) ?? ''

/** A filter text of the query string, trimmed and cut to what the API accepts. */
export const readText = (search: URLSearchParams, key: string): string =>
  (search.get(key) ?? '').trim().slice(0, longestFilterText)

/** Reads the query string of the screen. Unknown and invalid values are ignored. */
export function parsePortfolioFilter(search: URLSearchParams): PortfolioFilter {
  return {
    name: readText(search, 'name'),
    loanNumber: readText(search, 'loanNumber'),
    loanStatus: oneOf(portfolioStatuses, readText(search, 'loanStatus')),
    sort: oneOf(portfolioSorts, readText(search, 'sort')),
    page: readPage(search),
  }
}
