import { useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../../api/client.ts'

const refreshWhileWaiting = 5_000

/** Whole rupiah that are neither in the cash balance nor lent: reserved for fundings, or on their way to the bank. */
export const waitingAmount = ({
  reservedBalance,
  withdrawingBalance,
}: Pick<Answer<'GET /lender/summary'>, 'reservedBalance' | 'withdrawingBalance'>): number =>
  reservedBalance + withdrawingBalance

/** The figures at the head of the dashboard; followed closely while money waits for something. */
export const useSummary = () =>
  useQuery({
    queryKey: ['summary'],
    queryFn: ({ signal }) => api('GET /lender/summary', { signal }),
    refetchInterval: ({ state }) =>
      state.data && waitingAmount(state.data) > 0 ? refreshWhileWaiting : false,
  })
