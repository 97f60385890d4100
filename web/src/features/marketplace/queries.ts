import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { accumulate } from '../../lists/accumulate.ts'
import { filterQuery, type MarketplaceFilter } from './filter.ts'

/** Cards in a page (specification, section 9). */
const pageSize = 10

const marketplaceKey = ['marketplace'] as const

/**
 * The loans that match the filter, as far as the lender has scrolled. Another filter starts with page 1; leaving
 * the screen forgets the list, so that coming back never shows figures of before.
 */
export function useMarketplaceLoans(filter: MarketplaceFilter) {
  const query = filterQuery(filter)
  return useInfiniteQuery({
    queryKey: [...marketplaceKey, query],
    queryFn: ({ pageParam, signal }) =>
      api('GET /marketplace', { query: { limit: pageSize, page: pageParam, flag: 'web', ...query }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPage } }) => (page < totalPage ? page + 1 : null),
    select: ({ pages }) => ({
      loans: accumulate(
        pages.map(({ list, pagination: { page } }) => ({ page, list })),
        (loan) => loan.loanNumber,
      ),
      totalData: pages.at(-1)?.pagination.totalData ?? 0,
    }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/**
 * The bulk products as far as the lender has scrolled, and whether this lender is offered any. Its failure is told by
 * nothing: the tab is then not there.
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

/** Starts the list again with page 1, also where the filter stayed the same. */
export function useMarketplaceReset(): () => void {
  const client = useQueryClient()
  return () => void client.resetQueries({ queryKey: marketplaceKey })
}

/** The loan types that can be filtered by: the ACTIVE ones. */
export function useActiveLoanTypes() {
  return useQuery({
    queryKey: ['loan-types'],
    queryFn: ({ signal }) => api('GET /loan-types', { signal }),
    select: ({ list }) => list.filter(({ status }) => status === 'ACTIVE'),
    staleTime: 5 * 60_000,
  })
}
