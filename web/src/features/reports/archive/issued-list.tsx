import type { ReactNode } from 'react'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { ComingRows } from './coming-rows.tsx'

/** The loaded pages of a list, and the state of the next one. */
type Pages<Row> = Parameters<typeof LoadFailure>[0]['query'] & {
  data: readonly Row[] | undefined
  isPending: boolean
  /** True while the rows are still those of the previous filter. */
  isPlaceholderData?: boolean
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => Promise<unknown>
}

type Props<Row> = {
  query: Pages<Row>
  label: string
  keyOf: (row: Row) => string
  /** Shown instead of the rows when the list is empty. */
  empty: ReactNode
  /** Renders the text of a row and its downloads. */
  children: (row: Row) => ReactNode
}

/** Documents issued to the lender, newest first, with a button that loads more. */
export function IssuedList<Row>({ query, label, keyOf, empty, children }: Props<Row>) {
  const { data: rows, isPlaceholderData = false } = query
  if (query.isPending) return <ComingRows />
  if (!rows) {
    return (
      <Card className="p-5">
        <LoadFailure query={query} />
      </Card>
    )
  }
  if (rows.length === 0) return <Card>{empty}</Card>
  return (
    <div className="grid gap-4">
      <Card className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-60')}>
        <ul aria-label={label} aria-busy={isPlaceholderData} className="hairlines px-5">
          {rows.map((row) => (
            <li key={keyOf(row)} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              {children(row)}
            </li>
          ))}
        </ul>
      </Card>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={query.isFetchingNextPage ?? false}
          onClick={() => void query.fetchNextPage?.()}
        >
          Tampilkan lebih banyak
        </Button>
      )}
    </div>
  )
}
