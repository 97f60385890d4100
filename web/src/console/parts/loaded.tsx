import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, isNotFound } from '../../api/errors.ts'
import { NotLoaded } from '../../lists/not-loaded.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

type Props<T> = {
  query: UseQueryResult<T>
  /** What could not be loaded: `Usulan`. */
  what: string
  children: (data: T) => ReactNode
  /** The number of lines drawn while it loads. */
  lines?: number
}

/** What a call answers, or in its place why it is not there: loading, refused, not found, failed or offline. */
export function Loaded<T>({ query, what, children, lines = 5 }: Props<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.isPending) return <Lines count={lines} />
  if (isNotFound(query.error))
    return (
      <EmptyState picture="filter" title={`${what} tidak ditemukan`}>
        Periksa kembali nomornya, atau cari dengan Ctrl K.
      </EmptyState>
    )
  if (query.error instanceof ApiError && query.error.status === 403)
    return (
      <EmptyState picture="list" title={`${what} tidak terbuka untuk Anda`}>
        {query.error.message}
      </EmptyState>
    )
  return <NotLoaded title={`${what} tidak dapat dimuat`} query={query} />
}

export const Lines = ({ count }: { count: number }) => (
  <Loading>
    <div aria-hidden className="grid gap-4 p-5">
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={line} className={line % 2 ? 'h-4 w-2/3' : 'h-4 w-full'} />
      ))}
    </div>
  </Loading>
)
