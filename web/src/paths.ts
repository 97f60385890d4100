type BulkAddress = { uploadId: string; totalLoan: number; totalLoanAmount: number; loanTypeId: number }

/** Builds every URL of the app. Paths are below the router's base, /lender. */
export const paths = {
  login: '/login',
  resetPassword: '/reset-password',
  portfolio: '/dashboard/porto',
  userPortfolio: '/dashboard/user-porto',
  transactions: '/dashboard/transaction-history',
  marketplace: '/marketplace/list',
  /** The list of bulk products, as a tab of the marketplace. */
  marketplaceProducts: '/marketplace/list?tab=product',
  marketplaceLoan: (loanNumber: string) => `/marketplace/loan/${encodeURIComponent(loanNumber)}`,
  /** A bulk product's loans. The two numbers are only shown until the server has answered. */
  bulkList: (product: BulkAddress) => {
    const { uploadId, totalLoan, totalLoanAmount, loanTypeId } = product
    return `/bulk-list/${encodeURIComponent(uploadId)}/${totalLoan}/${totalLoanAmount}/${loanTypeId}`
  },
  /** A funded selection: the fundings that wait for a signature, and the loans that were not funded. */
  selection: (selectionId: string) => `/marketplace/selection/${encodeURIComponent(selectionId)}`,
  /** Automatic funding: strategies and their mandate. */
  autoFunding: '/auto-funding',
  deposit: '/deposit',
  documents: '/documents',
  /** A vote of the lenders of a loan on new terms. */
  vote: (id: string) => `/pemungutan-suara/${encodeURIComponent(id)}`,
  /** The public page where a confirmation of balances is verified by its code. */
  verification: '/verifikasi',
  /** The tax of a year; an empty year is the current one. */
  taxOf: (year = '') => withQuery('/documents', { kind: 'tax', year }),
  signing: '/privy',
  fundingStatus: '/fundingStatus',
  withdrawStatus: '/withdrawStatus',
  /** The lender's active sessions. */
  sessions: '/sessions',
  /** The keys of the lender's own systems. */
  integration: '/integrasi',
  notifications: '/notifications',
  notificationSettings: '/notifications/settings',
  /** The terms, opened in a window of their own from the agreement preview. */
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
