import type { Pagination } from '@pematang/contract/fields'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { Detail } from './detail-panel.tsx'

/** Rows in a page of a list inside a row (specification, section 9). */
export const detailRowsPerPage = 6

export type DetailPage<Row> = { detailList: Row[]; pagination: Pagination }

/** The pages that a panel has fetched, as one list. */
export const joinPages = <Row>(pages: readonly DetailPage<Row>[]): Detail<Row> => ({
  rows: pages.flatMap(({ detailList }) => detailList),
  totalData: pages.at(-1)?.pagination.totalData ?? 0,
})

/** The page after this one; null after the last, which ends the scrolling. */
export const pageAfter = ({ pagination: { page, totalPage } }: Pick<DetailPage<unknown>, 'pagination'>) =>
  page < totalPage ? page + 1 : null

/**
 * The rows inside one row, page by page.
 * @param key of the list and of the row
 * @param fetchPage asks for one page of `detailRowsPerPage` rows, the first being 1
 */
export const useDetailPages = <Row>(
  key: readonly [string, string],
  fetchPage: (page: number, signal: AbortSignal) => Promise<DetailPage<Row>>,
): UseInfiniteQueryResult<Detail<Row>> =>
  useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: pageAfter,
    select: ({ pages }) => joinPages(pages),
    // All pages would be asked for again, one after the other.
    refetchOnWindowFocus: false,
  })
