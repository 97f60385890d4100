import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

const refreshWhileReserved = 5_000

/** The figures at the head of the dashboard; followed closely while money waits for a signature. */
export const useSummary = () =>
  useQuery({
    queryKey: ['summary'],
    queryFn: ({ signal }) => api('GET /lender/summary', { signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.reservedBalance > 0 ? refreshWhileReserved : false,
  })
