import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'

const patience = 2

/**
 * The query cache of one session. Only transient failures are retried: no network, or a busy server. Offline requests
 * are sent anyway: they fail, and the screen shows the reason, where the library would wait silently.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < patience && error instanceof ApiError && ['network', 'busy'].includes(error.kind),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
