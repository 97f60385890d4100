import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

const bones = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

type Props = {
  /** The height of a card, as a class; a row of the table has 52 px. */
  height: string
  /** CSS classes of the table columns between the first and the last. */
  columns: readonly string[]
  first: ReactNode
  last?: ReactNode
}

/** Placeholder with the size of a ListTable's rows, until they have loaded. */
export function ListSkeleton({ height, columns, first, last }: Props) {
  return (
    <Loading>
      <div className="@container">
        <div
          aria-hidden
          className="grid gap-3 @min-[40rem]:grid-cols-2 @min-[60rem]:block @min-[60rem]:rounded-card @min-[60rem]:bg-surface @min-[60rem]:shadow-card"
        >
          <div className="hidden h-8 @min-[60rem]:block" />
          {bones.map((bone) => (
            <div
              key={bone}
              className={cx(
                'flex items-start justify-between gap-6 rounded-card bg-surface p-4 shadow-card @min-[60rem]:h-[52px] @min-[60rem]:items-center @min-[60rem]:rounded-none @min-[60rem]:border-t @min-[60rem]:border-line @min-[60rem]:bg-transparent @min-[60rem]:px-5 @min-[60rem]:py-0 @min-[60rem]:shadow-none',
                height,
              )}
            >
              {first}
              {columns.map((column) => (
                <Skeleton key={column} className="hidden h-4 w-28 @min-[60rem]:block" />
              ))}
              {last}
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
