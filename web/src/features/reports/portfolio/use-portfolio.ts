import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { wholePage } from '../../../lists/whole-page.ts'
import { isPrepared } from './documents.ts'
import type { PortfolioFilter } from './filter.ts'

const rowsPerPage = 10
const refreshWhileWaiting = 5_000

/** One page of the portfolio. Polled every 5 s while one of its rows waits for a signature or for its file. */
export const usePortfolio = (filter: PortfolioFilter) =>
  useQuery({
    queryKey: ['portfolio', filter],
    queryFn: async ({ signal }) =>
      wholePage(await api('GET /portfolio', { query: { ...filter, limit: rowsPerPage }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.list.some((row) => !row.isSigned || isPrepared(row)) ? refreshWhileWaiting : false,
  })

/** Exports all rows that match the filter as a file. */
export const exportPortfolio = ({ page: _page, ...filter }: PortfolioFilter, format: 'csv' | 'xlsx') =>
  api('GET /portfolio/export', { query: { ...filter, format } })
