import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** What the reserved money waits for; asked for while there is any, and again when it changes. */
export const useWaiting = (reservedBalance: number) =>
  useQuery({
    queryKey: ['waiting', reservedBalance],
    queryFn: ({ signal }) => api('GET /portfolio/insight', { signal, quiet: true }),
    select: ({ waiting }) => waiting,
    enabled: reservedBalance > 0,
    placeholderData: keepPreviousData,
  })
