import { useInfiniteQuery } from '@tanstack/react-query'
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
