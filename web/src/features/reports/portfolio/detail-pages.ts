import type { Pagination } from '@pematang/contract/fields'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { Detail } from './detail-panel.tsx'

/** Rows per page in the list below an expanded row (specification, section 9). */
export const detailRowsPerPage = 6

export type DetailPage<Row> = { detailList: Row[]; pagination: Pagination }

export const joinPages = <Row>(pages: readonly DetailPage<Row>[]): Detail<Row> => ({
  rows: pages.flatMap(({ detailList }) => detailList),
  totalData: pages.at(-1)?.pagination.totalData ?? 0,
  before: ((pages[0]?.pagination.page ?? 1) - 1) * detailRowsPerPage,
})

/** The page after this one; null after the last, which ends the scrolling. */
export const pageAfter = ({ pagination: { page, totalPage } }: Pick<DetailPage<unknown>, 'pagination'>) =>
  page < totalPage ? page + 1 : null

/** The page before this one; null before the first. */
export const pageBefore = ({
  pagination: { page },
}: {
  pagination: Pick<Pagination, 'page'>
}): number | null => (page > 1 ? page - 1 : null)

/**
 * The rows of the list below an expanded row, fetched page by page.
 * @param key of the list and of the row
 * @param fetchPage fetches one page of `detailRowsPerPage` rows, the first being 1; null requests the page to begin
 * with
 * @param first the page to begin with
 */
export const useDetailPages = <Row>(
  key: readonly [string, string],
  fetchPage: (page: number | null, signal: AbortSignal) => Promise<DetailPage<Row>>,
  first: number | null = 1,
): UseInfiniteQueryResult<Detail<Row>> =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: first,
    getNextPageParam: pageAfter,
    getPreviousPageParam: pageBefore,
    select: ({ pages }) => joinPages(pages),
    // Refetching would request all loaded pages again, one after the other.
    refetchOnWindowFocus: false,
  })
