import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { MoreRows } from '../parts/more-rows.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

type Props<Row> = {
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  > & { rows: readonly Row[] | undefined }
  /** Said where they could not be loaded: `Usulan belum dapat dimuat`. */
  failed: string
  /** Shown in the place of no rows. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list, or in their place why there are none: loading, failed, offline, empty. */
export function LoadedRows<Row>({ query, failed, empty, children }: Props<Row>) {
  if (query.rows === undefined)
    return query.error ? <NotLoaded title={failed} query={query} /> : <ComingRows count={5} />
  if (query.rows.length === 0) return empty
  return (
    <>
      {children(query.rows)}
      <MoreRows query={query} />
    </>
  )
}

/** Lines in the place of rows that load. */
export const ComingRows = ({ count }: { count: number }) => (
  <Loading>
    <div aria-hidden className="grid gap-4 p-5">
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={line} className={line % 2 ? 'h-4 w-2/3' : 'h-4 w-full'} />
      ))}
    </div>
  </Loading>
)
