import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'

const patience = 2

/**
 * Server state of one session. Only what may pass by itself is tried again: no network, or a busy server. A browser
 * that knows that it is offline asks all the same: the call fails, and the screen says why, where the library would
 * wait without a word.
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
