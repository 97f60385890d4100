import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'
import { summaryKey, summaryQuery, waitingAmount } from '../../../lender/summary.ts'
import { wholePage } from '../../../lists/whole-page.ts'
import { unixRange } from './days.ts'
import type { TransactionFilter } from './filter.ts'

type Page = Answer<'GET /transactions'>

const rowsPerPage = 10
const refreshWhileInProgress = 5_000

/** Whether an entry of a page is still in progress. */
const isMoving = ({ list }: Page): boolean => list.some((row) => row.status === 'In Progress')

/**
 * One page of the history. Polled every 5 s while a row of it is in progress; when none is, figures that still include
 * waiting money are refetched. A failure is shown as an empty list, without a message or a reload (specification,
 * section 7).
 */
export const useTransactions = (filter: TransactionFilter) =>
  useQuery({
    queryKey: ['transactions', filter],
    queryFn: async ({ client, signal }) => {
      const query = { ...filter, ...unixRange(filter), limit: rowsPerPage }
      const page = wholePage(await api('GET /transactions', { query, signal, quiet: true }))
      const summary = client.getQueryData(summaryQuery().queryKey)
      if (summary && waitingAmount(summary) > 0 && !isMoving(page)) {
        void client.invalidateQueries({ queryKey: summaryKey })
      }
      return page
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? refreshWhileInProgress : false),
  })
