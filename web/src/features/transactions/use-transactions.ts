import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { unixRange } from './days.ts'
import type { TransactionFilter } from './filter.ts'

const rowsPerPage = 10
const refreshWhileInProgress = 5_000

/**
 * One page of the history. Asked again every 5 s while a row of it is in progress. Its failure is shown as an empty
 * list and nothing more (specification, section 7): no message, no reload.
 */
export const useTransactions = (filter: TransactionFilter) =>
  useQuery({
    queryKey: ['transactions', filter],
    queryFn: ({ signal }) =>
      api('GET /transactions', {
        query: { ...filter, ...unixRange(filter), limit: rowsPerPage },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.list.some((row) => row.status === 'In Progress') ? refreshWhileInProgress : false,
  })
