import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { visibleRows } from './visible-rows.ts'

/** Extra rows beyond the visible ones, so that fast scrolling shows no gaps. */
const spare = 4

type Props<T> = {
  items: readonly T[]
  keyOf: (item: T) => string
  /** The total number of items, including those that are not loaded yet. */
  total: number
  /** Renders an item; all items must have the same height. */
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
  const { columns, step, first, last } = useRows(list, count, estimate)
  const rows = Math.ceil(count / columns)
  const from = first * columns
  const shown = items.slice(from, last * columns)
  return (
    <ul
      ref={list}
      className={className}
      style={{
        overflowAnchor: 'none',
        paddingTop: first * step,
        paddingBottom: (rows - last) * step,
      }}
    >
      {shown.map((item, index) => (
        <li key={keyOf(item)} aria-setsize={total} aria-posinset={from + index + 1}>
          {renderItem(item)}
        </li>
      ))}
      {last === rows && tail}
    </ul>
  )
}

type Rows = { columns: number; step: number; first: number; last: number }

/** The measured shape of the grid, and which of its rows are near the visible area. */
function useRows(list: RefObject<HTMLUListElement | null>, count: number, estimate: number): Rows {
  const [rows, setRows] = useState<Rows>({ columns: 1, step: estimate, first: 0, last: 8 })

  useLayoutEffect(() => {
    const grid = list.current
    if (!grid) return
    let frame = 0
    const look = () => {
      frame = 0
      const next = measure(grid, count, estimate)
      setRows((before) => (isSame(before, next) ? before : next))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    const observer = new ResizeObserver(soon)
    observer.observe(grid)
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [list, count, estimate])

  const last = Math.min(rows.last, Math.ceil(count / rows.columns))
  return { ...rows, last, first: Math.min(rows.first, Math.max(0, last - 1)) }
}

function measure(grid: HTMLUListElement, count: number, estimate: number): Rows {
  const { gridTemplateColumns, rowGap } = getComputedStyle(grid)
  const columns = gridTemplateColumns.split(' ').length
  const gap = Number.parseFloat(rowGap) || 0
  const step = (grid.firstElementChild?.getBoundingClientRect().height || estimate) + gap
  const { top } = grid.getBoundingClientRect()
  const seen = { top, height: window.innerHeight, step, rows: Math.ceil(count / columns), spare }
  return { columns, step, ...visibleRows(seen) }
}

const isSame = (a: Rows, b: Rows): boolean =>
  a.columns === b.columns && a.step === b.step && a.first === b.first && a.last === b.last
