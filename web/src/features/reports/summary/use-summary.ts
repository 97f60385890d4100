import { useQuery } from '@tanstack/react-query'
import { summaryQuery, waitingAmount } from '../../../lender/summary.ts'

const refreshWhileWaiting = 5_000

/** The figures at the head of the dashboard; polled often while money is waiting. */
export const useSummary = () =>
  useQuery({
    ...summaryQuery(),
    refetchInterval: ({ state }) =>
      state.data && waitingAmount(state.data) > 0 ? refreshWhileWaiting : false,
  })
