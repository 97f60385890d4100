import { type ReactNode, useRef } from 'react'
import { useRowWindow } from './use-row-window.ts'

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  /** The total number of items, including those that are not loaded yet; -1 where it is not known. */
  total: number
  renderItem: (item: T) => ReactNode
  /** Rendered after the last item, as a list item of its own. */
  tail?: ReactNode
  /** CSS classes for the columns and gaps of the grid. */
  className: string
  /** The estimated height of an item in CSS pixels, until one is drawn. */
  estimate: number
}

/**
 * A grid of thousands of items that scrolls with the page. Only the rows near the visible area are in the DOM; the
 * others are replaced by space above and below. Each item has its position in the whole list for screen readers.
 */
export function WindowGrid<T>({ items, keyOf, total, renderItem, tail, className, estimate }: Props<T>) {
  const list = useRef<HTMLUListElement>(null)
  const count = items.length + (tail ? 1 : 0)
  const { columns, first, last, before, after } = useRowWindow(list, { count, estimate })
  const from = first * columns
  return (
    <ul
      ref={list}
      className={className}
      style={{ overflowAnchor: 'none', paddingTop: before, paddingBottom: after }}
    >
      {items.slice(from, last * columns).map((item, index) => (
        <li key={keyOf(item)} data-place={from + index} aria-setsize={total} aria-posinset={from + index + 1}>
          {renderItem(item)}
        </li>
      ))}
      {last * columns >= count && tail}
    </ul>
  )
}
