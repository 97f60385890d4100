type BulkAddress = { uploadId: string; totalLoan: number; totalLoanAmount: number; loanTypeId: number }

/** Every URL of the app is built here. Paths are below the router's base, /lender. */
export const paths = {
  login: '/login',
  resetPassword: '/reset-password',
  portfolio: '/dashboard/porto',
  userPortfolio: '/dashboard/user-porto',
  transactions: '/dashboard/transaction-history',
  marketplace: '/marketplace/list',
  /** The tab of bulk products. */
  marketplaceProducts: '/marketplace/list?tab=product',
  /** A bulk product's loans. The two numbers are shown until the server has said its own, and count for nothing. */
  bulkList: (product: BulkAddress) => {
    const { uploadId, totalLoan, totalLoanAmount, loanTypeId } = product
    return `/bulk-list/${encodeURIComponent(uploadId)}/${totalLoan}/${totalLoanAmount}/${loanTypeId}`
  },
  deposit: '/deposit',
  signing: '/privy',
  fundingStatus: '/fundingStatus',
  withdrawStatus: '/withdrawStatus',
  /** A window of its own, opened from the agreement preview. */
  terms: '/terms',
} as const

/**
 * A path with the query parameters that have a value; undefined, null and empty ones are left out.
 * @example withQuery(paths.portfolio, { name: 'Sari', page: 2 }) // '/dashboard/porto?name=Sari&page=2'
 */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
