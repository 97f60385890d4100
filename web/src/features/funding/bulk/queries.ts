import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { accumulate } from '../../../lists/accumulate.ts'
import { wholePage } from '../../../lists/whole-page.ts'

/** Cards in a page (specification, section 9). */
const pageSize = 10

export const bulkLoansKey = (uploadId: string) => ['bulk-loans', uploadId] as const

/**
 * The open loans of a product as far as the lender has scrolled, with the latest state of the product. They are
 * discarded when the lender leaves the screen.
 * @param uploadId the product's secure id
 */
export function useBulkLoans(uploadId: string) {
  return useInfiniteQuery({
    queryKey: bulkLoansKey(uploadId),
    queryFn: async ({ pageParam, signal }) =>
      wholePage(
        await api('GET /marketplace/bulk/loans', {
          query: { limit: pageSize, page: pageParam, flag: 'web', bulk_secure_id: uploadId },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPage } }) => (page < totalPage ? page + 1 : null),
    select: ({ pages }) => ({
      loans: accumulate(
        pages.map(({ list, pagination: { page } }) => ({ page, list })),
        (loan) => loan.secure_id,
      ),
      product: pages.at(-1)?.product ?? null,
    }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/**
 * Numbers and amounts of the loans of a product that were open when the lender came, so that those which leave it can be
 * named although their cards were not loaded; empty while none are missing or they cannot be read. Never read again: what
 * left meanwhile would be forgotten.
 * @param loaded how many cards are loaded
 */
export function useBulkNumbers(product: BulkProduct | null, loaded: number) {
  const { uploadId = '', openLoan = 0 } = product ?? {}
  const { data } = useQuery({
    queryKey: [...bulkLoansKey(uploadId), 'numbers'],
    queryFn: ({ signal }) =>
      api('GET /marketplace/bulk/loan-numbers', {
        query: { bulk_secure_id: uploadId },
        signal,
        quiet: true,
      }),
    enabled: openLoan > loaded && product?.bulkFundingNumber === null,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  return (data?.list ?? []).map(({ loan_number: loanNumber, amount }) => ({ loanNumber, amount }))
}
