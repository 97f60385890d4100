import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../api/client.ts'
import { summaryKey, summaryQuery, waitingAmount } from '../../lender/summary.ts'
import { unixRange } from './days.ts'
import type { TransactionFilter } from './filter.ts'

type Page = Answer<'GET /transactions'>

const rowsPerPage = 10
const refreshWhileInProgress = 5_000

/** Whether something of a page is still on its way. */
const isMoving = ({ list }: Page): boolean => list.some((row) => row.status === 'In Progress')

/**
 * One page of the history. Asked again every 5 s while a row of it is in progress; once none is, figures that still
 * speak of money that waits are asked for anew. Its failure is shown as an empty list and nothing more (specification,
 * section 7): no message, no reload.
 */
export const useTransactions = (filter: TransactionFilter) =>
  useQuery({
    queryKey: ['transactions', filter],
    queryFn: async ({ client, signal }) => {
      const query = { ...filter, ...unixRange(filter), limit: rowsPerPage }
      const page = await api('GET /transactions', { query, signal, quiet: true })
      const summary = client.getQueryData(summaryQuery().queryKey)
      if (summary && waitingAmount(summary) > 0 && !isMoving(page)) {
        void client.invalidateQueries({ queryKey: summaryKey })
      }
      return page
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? refreshWhileInProgress : false),
  })
