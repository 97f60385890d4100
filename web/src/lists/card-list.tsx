import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { EndOfList } from './end-of-list.tsx'

/** Columns and gaps of a list of cards. */
export const cardGrid = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3'

type Pages = Pick<
  UseInfiniteQueryResult,
  'error' | 'dataUpdatedAt' | 'hasNextPage' | 'isFetching' | 'fetchNextPage'
>

type Props<T> = {
  query: Pages
  items: readonly T[]
  keyOf: (item: T) => string
  /** How many there are in all, also those that have not come yet. */
  total: number
  /** What is listed, as it stands in a sentence: `pinjaman`. */
  what: string
  renderItem: (item: T) => ReactNode
  /** A card that is still on its way. */
  skeleton: ReactNode
}

/** Cards as far as they have come; the next page comes when the end of the list is near. */
export function CardList<T>({ query, items, keyOf, total, what, renderItem, skeleton }: Props<T>) {
  return (
    <>
      <p role="status" className="sr-only">
        {items.length} dari {total} {what} ditampilkan
      </p>
      <ul className={cardGrid}>
        {items.map((item) => (
          <li key={keyOf(item)}>{renderItem(item)}</li>
        ))}
        {endOfPages(query, skeleton)}
      </ul>
      <MoreFailed query={query} />
    </>
  )
}

/** What stands after the last card while more pages remain: a skeleton that asks for the next one. Else null. */
export function endOfPages(query: Pages, skeleton: ReactNode): ReactNode {
  const { error, dataUpdatedAt, hasNextPage, isFetching, fetchNextPage } = query
  if (!hasNextPage || error) return null
  return (
    // A new end for each answer: it is observed anew, also where the page before did not fill the screen or had
    // nothing new, and where it was reached during another call.
    <EndOfList
      key={`end-${dataUpdatedAt}`}
      onReached={() => {
        if (!isFetching) void fetchNextPage()
      }}
    >
      {skeleton}
    </EndOfList>
  )
}

/** Why the next page could not be fetched, and another try. */
export function MoreFailed({ query: { error, hasNextPage, isFetching, fetchNextPage } }: { query: Pages }) {
  if (!hasNextPage || !error) return null
  return (
    <p role="alert" className="mt-6 flex flex-wrap items-center justify-center gap-x-3 text-mute">
      {messageOf(error)}
      <Button variant="secondary" busy={isFetching} onClick={() => fetchNextPage()}>
        Coba lagi
      </Button>
    </p>
  )
}

type LoadingProps = { label: string; count: number; skeleton: ReactNode }

/** The first cards on their way. */
export const CardsLoading = ({ label, count, skeleton }: LoadingProps) => (
  <Loading label={label}>
    <div className={cardGrid}>
      {Array.from({ length: count }, (_, place) => (
        <Fragment key={place}>{skeleton}</Fragment>
      ))}
    </div>
  </Loading>
)
