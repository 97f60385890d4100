/** Loan statuses that the portfolio can be filtered by (specification, section 2), as the call names them. */
export const portfolioStatuses = ['ACTIVE', 'FUNDED', 'LATE'] as const
export type PortfolioStatusFilter = (typeof portfolioStatuses)[number]

/** What the portfolio shows. Empty texts filter nothing; pages count from 1. */
export type PortfolioFilter = {
  name: string
  loanNumber: string
  loanStatus: PortfolioStatusFilter | ''
  page: number
}

export const noPortfolioFilter: PortfolioFilter = { name: '', loanNumber: '', loanStatus: '', page: 1 }

/** The longest filter text that the call takes. */
export const longestFilterText = 100

const isStatus = (text: string): text is PortfolioStatusFilter =>
  (portfolioStatuses as readonly string[]).includes(text)

/** A filter text of the query string, as the call takes it. */
export const readText = (search: URLSearchParams, key: string): string =>
  (search.get(key) ?? '').trim().slice(0, longestFilterText)

/** The page of the query string; one that is none is the first. */
export function readPage(search: URLSearchParams): number {
  const page = search.get('page') ?? ''
  return /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1
}

/** Reads the query string of the screen. Whatever is unknown or wrong in it counts as not there. */
export function parsePortfolioFilter(search: URLSearchParams): PortfolioFilter {
  const status = readText(search, 'loanStatus').toUpperCase()
  return {
    name: readText(search, 'name'),
    loanNumber: readText(search, 'loanNumber'),
    loanStatus: isStatus(status) ? status : '',
    page: readPage(search),
  }
}
