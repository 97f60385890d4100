import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isTransient } from '../api/errors.ts'

const patience = 2
/** Milliseconds. A server that asks for more has its answer shown instead of a screen that seems to load. */
const longestDelay = 8_000

/**
 * The query cache of one session. Only transient failures are retried, not before the server wants it. Offline requests
 * are sent anyway: they fail, and the screen shows the reason, where the library would wait silently. After any change,
 * whatever its outcome, the next screen reads what it shows anew.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: () => client.invalidateQueries({ refetchType: 'none' }),
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < patience && isTransient(error) && waitOf(error) <= longestDelay,
        retryDelay: (failures, error) => Math.max(1_000 * 2 ** failures, waitOf(error)),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

const waitOf = (error: unknown): number => (error instanceof ApiError ? error.wait : 0)
