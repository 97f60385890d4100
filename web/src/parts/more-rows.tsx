import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'

type Props = {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'error'>
}

/** The button that loads the next rows of a list, and why the last try failed. */
export function MoreRows({ query: { hasNextPage, isFetchingNextPage, fetchNextPage, error } }: Props) {
  if (!hasNextPage) return null
  return (
    <div className="grid justify-items-center gap-2 border-t border-line p-3">
      {error && (
        <p role="alert" className="text-table text-bad">
          {messageOf(error)}
        </p>
      )}
      <Button
        variant="quiet"
        busy={isFetchingNextPage}
        busyLabel="Memuat…"
        onClick={() => void fetchNextPage()}
      >
        Muat berikutnya
      </Button>
    </div>
  )
}
