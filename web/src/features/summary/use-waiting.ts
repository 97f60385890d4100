import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** For what so many rupiah wait; asked again when they change. */
export const useWaiting = (amount: number) =>
  useQuery({
    queryKey: ['waiting', amount],
    queryFn: ({ signal }) => api('GET /portfolio/insight', { signal, quiet: true }),
    select: ({ waiting }) => waiting,
    placeholderData: keepPreviousData,
  })
