import type { UseQueryResult } from '@tanstack/react-query'
import { ApiError, messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Props = { title: string; query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }

/** Shown instead of what could not be fetched, with the reason and a button to retry. */
export function NotLoaded({ title, query: { error, isFetching, refetch } }: Props) {
  const isOffline = error instanceof ApiError && error.kind === 'network'
  return (
    <EmptyState
      picture={isOffline ? 'offline' : 'failed'}
      title={title}
      action={
        <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
          Coba lagi
        </Button>
      }
    >
      {messageOf(error)}
    </EmptyState>
  )
}
