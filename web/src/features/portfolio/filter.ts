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

/** Reads the query string of the screen. Whatever is unknown or wrong in it counts as not there. */
export function parsePortfolioFilter(search: URLSearchParams): PortfolioFilter {
  const text = (key: string) => (search.get(key) ?? '').trim().slice(0, longestFilterText)
  const status = text('loanStatus').toUpperCase()
  const page = search.get('page') ?? ''
  return {
    name: text('name'),
    loanNumber: text('loanNumber'),
    loanStatus: isStatus(status) ? status : '',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}
