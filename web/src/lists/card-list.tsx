import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { countText } from '../ui/count-text.ts'
import { Loading } from '../ui/skeleton.tsx'
import { EndOfList } from './end-of-list.tsx'
import { WindowGrid } from './window-grid.tsx'

/** CSS classes for the columns and gaps of a list of cards. */
export const cardGrid = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3'

export type Pages = Pick<UseInfiniteQueryResult, 'error' | 'dataUpdatedAt' | 'hasNextPage' | 'isFetching'> & {
  fetchNextPage: () => unknown
}

type Props<T> = {
  query: Pages
  items: readonly T[]
  keyOf: (item: T) => string
  /** The total number of items, including those that are not loaded yet; a text where it is an estimate. */
  total: number | string
  /** The noun for the items in a sentence: `pinjaman`. */
  what: string
  renderItem: (item: T) => ReactNode
  /** The placeholder of a loading card. */
  skeleton: ReactNode
  /** The estimated height of a card in CSS pixels, until one is drawn. */
  estimate: number
}

/** The cards loaded so far; the next page loads when the end of the list is near. */
export function CardList<T>({ query, items, keyOf, total, what, renderItem, skeleton, estimate }: Props<T>) {
  return (
    <>
      <ShownCount shown={items.length} total={total} what={what} />
      <WindowGrid
        items={items}
        keyOf={keyOf}
        total={typeof total === 'number' ? total : -1}
        renderItem={renderItem}
        className={cardGrid}
        estimate={estimate}
        tail={endOfPages(query, skeleton)}
      />
      <MoreFailed query={query} />
    </>
  )
}

type ShownCountProps = { shown: number; total: number | string; what: string }

/** Tells a screen reader how many items are there. */
export const ShownCount = ({ shown, total, what }: ShownCountProps) => (
  <p role="status" className="sr-only">
    {countText(shown)} dari {typeof total === 'number' ? countText(total) : total} {what} ditampilkan
  </p>
)

/** The element after the last card while more pages remain: a placeholder that loads the next page. Otherwise null. */
export function endOfPages(query: Pages, skeleton: ReactNode, as?: 'li' | 'tr'): ReactNode {
  const { error, dataUpdatedAt, hasNextPage, isFetching, fetchNextPage } = query
  if (!hasNextPage || error) return null
  return (
    // A new key for each answer, so that the end element is observed again. It may have stayed in view, because the
    // last page was too short or had nothing new.
    <EndOfList
      key={`end-${dataUpdatedAt}`}
      {...(as && { as })}
      onReached={() => {
        if (!isFetching) void fetchNextPage()
      }}
    >
      {skeleton}
    </EndOfList>
  )
}

/** The reason why the next page could not be fetched, and a button to retry. */
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

/** Placeholders of the first cards. */
export const CardsLoading = ({ label, count, skeleton }: LoadingProps) => (
  <Loading label={label}>
    <div className={cardGrid}>
      {Array.from({ length: count }, (_, place) => (
        <Fragment key={place}>{skeleton}</Fragment>
      ))}
    </div>
  </Loading>
)
