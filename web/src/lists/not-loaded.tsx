import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Props = { title: string; query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }

/** Shown instead of a list that could not be fetched, with the reason and a button to retry. */
export const NotLoaded = ({ title, query: { error, isFetching, refetch } }: Props) => (
  <EmptyState
    picture="list"
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
