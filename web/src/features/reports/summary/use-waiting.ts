import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'

/** The reasons why this amount is waiting; refetched when the amount changes. */
export const useWaiting = (amount: number) =>
  useQuery({
    queryKey: ['waiting', amount],
    queryFn: ({ signal }) => api('GET /portfolio/insight', { signal, quiet: true }),
    select: ({ waiting }) => waiting,
    placeholderData: keepPreviousData,
  })
