import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

type Props<Data> = {
  title: string
  query: UseQueryResult<Data>
  /** CSS classes for the height of the placeholder, so that the layout does not shift when the content appears. */
  bone: string
  className?: string
  /** Shown beside the title. */
  aside?: ReactNode
  children: (data: Data) => ReactNode
}

/** A panel with one figure or chart, or with the loading or error state of its query. */
export function Panel<Data>({ title, query, bone, className, aside, children }: Props<Data>) {
  return (
    <Card aria-label={title} className={cx('grid content-start gap-4 p-4 md:p-6', className)}>
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-body font-semibold">{title}</h3>
        {query.data !== undefined && aside}
      </div>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isError ? (
        <div
          role="alert"
          className={cx('grid place-content-center justify-items-center gap-3 text-center', bone)}
        >
          <p className="text-table text-mute">{messageOf(query.error)}</p>
          <Button variant="secondary" busy={query.isFetching} onClick={() => query.refetch()}>
            Coba lagi
          </Button>
        </div>
      ) : (
        <Loading>
          <Skeleton className={cx('w-full', bone)} />
        </Loading>
      )}
    </Card>
  )
}
