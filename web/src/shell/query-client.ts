import { notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'

// By default a screen hears of a started request in a later task; a second press before that would start another one.
notifyManager.setScheduler(queueMicrotask)

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
