import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { accumulate } from '../../../lists/accumulate.ts'
import { wholePage } from '../../../lists/whole-page.ts'
import { isContradicting } from './contradictions.ts'
import { filterQuery, type MarketplaceFilter, noFilter } from './filter.ts'

/** Number of cards per page (specification, section 9). */
const pageSize = 10

const marketplaceKey = ['marketplace'] as const

/** The start of a page: a number in the plain list, a cursor in any other. */
type PageStart = { page: number } | { cursor: string }
const firstPage: PageStart = { page: 1 }

/** Error codes of a page whose cursor is no longer valid. */
const endedCursors: readonly (string | null)[] = ['CURSOR_EXPIRED', 'CURSOR_MISMATCH']

/**
 * The loans that match the filter, as far as the lender has scrolled. Another filter starts at page 1. The list is
 * discarded when the lender leaves the screen, so that coming back never shows old figures. A filter that contradicts
 * itself is not sent.
 */
export function useMarketplaceLoans(filter: MarketplaceFilter) {
  const restart = useMarketplaceReset()
  const query = filterQuery(filter)
  const loans = useInfiniteQuery({
    queryKey: [...marketplaceKey, query],
    queryFn: async ({ pageParam, signal }) =>
      wholePage(
        await api('GET /marketplace', {
          query: { limit: pageSize, flag: 'web', ...query, ...pageParam },
          signal,
        }),
      ),
    initialPageParam: firstPage,
    getNextPageParam: (last, pages): PageStart | null => {
      const { nextCursor, pagination } = last
      if (nextCursor !== undefined) return nextCursor === null ? null : { cursor: nextCursor }
      return pages.length < pagination.totalPage ? { page: pages.length + 1 } : null
    },
    select: ({ pages }) => ({
      loans: accumulate(
        pages.map(({ list }, index) => ({ page: index + 1, list })),
        (loan) => loan.loanNumber,
      ),
      total: {
        count: pages.at(-1)?.pagination.totalData ?? 0,
        isEstimated: pages.at(-1)?.isEstimated ?? false,
      },
    }),
    enabled: !isContradicting(filter),
    gcTime: 0,
    refetchOnWindowFocus: false,
    // A loan that opens over the list reads the same pages. Asking for all of them again would move the rows below it.
    refetchOnMount: false,
  })
  const { error, fetchNextPage } = loans
  const mustRestart = error instanceof ApiError && endedCursors.includes(error.code)
  return { ...loans, fetchNextPage: mustRestart ? restart : fetchNextPage }
}

/**
 * The number of open loans for each option under the other filters. The previous counts are shown until the new ones
 * arrive.
 * @param wanted false until the pointer or the focus is on the options, because counting is expensive for the server
 */
export function useChoiceCounts(filter: MarketplaceFilter, wanted: boolean) {
  // The sort order does not affect the counts.
  const query = filterQuery({ ...filter, sort: noFilter.sort })
  return useQuery({
    queryKey: ['marketplace-counts', query],
    queryFn: ({ signal }) => api('GET /marketplace/counts', { query, signal, quiet: true }),
    enabled: wanted && !isContradicting(filter),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

/**
 * The bulk products as far as the lender has scrolled, and whether any are offered to this lender. After a failure the
 * tab is not shown.
 */
export function useBulkProducts() {
  return useInfiniteQuery({
    queryKey: ['bulk-products'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /marketplace/bulk', {
        query: { limit: pageSize, page: pageParam, flag: 'web' },
        signal,
        quiet: true,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPage } }) => (page < totalPage ? page + 1 : null),
    select: ({ pages }) => ({
      isOffered: pages[0]?.isBulkFunding ?? false,
      products: accumulate(
        pages.map(({ bulkList, pagination: { page } }) => ({ page, list: bulkList })),
        (product) => product.uploadId,
      ),
      totalData: pages.at(-1)?.pagination.totalData ?? 0,
    }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Restarts the list at page 1, also when the filter did not change. */
export function useMarketplaceReset(): () => void {
  const client = useQueryClient()
  return () => void client.resetQueries({ queryKey: marketplaceKey })
}

type Page = Answer<'GET /marketplace'>
type Offer = Pick<Page['list'][number], 'minimumFunding' | 'outstandingFunding' | 'progressPercentage'>

/** Updates the card of a loan to its latest figures; a loan with nothing left open is removed from the list. */
export function useOfferChange(): (loanNumber: string, offer: Offer) => void {
  const client = useQueryClient()
  return (loanNumber, offer) =>
    client.setQueriesData<InfiniteData<Page>>(
      { queryKey: marketplaceKey },
      (data) => data && { ...data, pages: data.pages.map((page) => withOffer(page, loanNumber, offer)) },
    )
}

/** The page with new figures of one loan; the loan is removed when nothing of it is open. */
export const withOffer = (page: Page, loanNumber: string, offer: Offer): Page => ({
  ...page,
  list: page.list
    .map((loan) => (loan.loanNumber === loanNumber ? { ...loan, ...offer } : loan))
    .filter((loan) => loan.loanNumber !== loanNumber || loan.outstandingFunding > 0),
})

export function useActiveLoanTypes() {
  return useQuery({
    queryKey: ['loan-types'],
    queryFn: ({ signal }) => api('GET /loan-types', { signal }),
    select: ({ list }) => list.filter(({ status }) => status === 'ACTIVE'),
    staleTime: 5 * 60_000,
  })
}

/** Returns a function from the id of a loan type to its name; undefined while the names are not known. */
export function useLoanTypeName(): (id: number) => string | undefined {
  const { data: types } = useActiveLoanTypes()
  return (id) => types?.find(({ loanTypeId }) => loanTypeId === id)?.name
}
