import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/errors.ts'

const patience = 2

/** Server state of one session. Only what may pass by itself is tried again: no network, or a busy server. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < patience && error instanceof ApiError && ['network', 'busy'].includes(error.kind),
      },
      mutations: { retry: false },
    },
  })
