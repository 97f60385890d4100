import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type ShownRows, visibleRows } from './visible-rows.ts'

/** CSS pixels beyond the screen that are drawn too, so that fast scrolling shows no gaps. */
const spare = 600

type List = {
  /** The number of items. */
  count: number
  /** The estimated height of a row in CSS pixels, until it is drawn. */
  estimate: number
}

export type ShownGrid = ShownRows & { columns: number }

const atFirst: ShownGrid = { columns: 1, first: 0, last: 8, before: 0, after: 0 }

/**
 * Which rows of a list that scrolls with the page are near the screen, and the height of the others. Rows are measured
 * when they are drawn, because names wrap and people enlarge text. While the list is hidden nothing changes.
 * @param box the parent of the items, which have their place in the list as `data-place`; its columns are those of CSS
 */
export function useRowWindow(box: RefObject<HTMLElement | null>, { count, estimate }: List): ShownGrid {
  const [shown, setShown] = useState(atFirst)
  const known = useRef({ heights: new Map<number, number>(), width: 0 })
  const look = useRef(() => {})

  useLayoutEffect(() => {
    look.current = () => {
      if (!box.current || box.current.getClientRects().length === 0) return
      const next = measure(box.current, count, estimate, known.current)
      setShown((before) => (isSame(before, next) ? before : next))
    }
    look.current()
  }, [box, count, estimate])
  useLayoutEffect(() => {
    if (!box.current) return
    let frame = 0
    const soon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        look.current()
      })
    }
    const observer = new ResizeObserver(soon)
    observer.observe(box.current)
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [box])

  const last = Math.min(shown.last, Math.ceil(count / shown.columns))
  return { ...shown, last, first: Math.min(shown.first, Math.max(0, last - 1)) }
}

type Known = { heights: Map<number, number>; width: number }

function measure(box: HTMLElement, count: number, estimate: number, known: Known): ShownGrid {
  const { gridTemplateColumns, rowGap } = getComputedStyle(box)
  const columns = gridTemplateColumns.split(' ').length
  const gap = Number.parseFloat(rowGap) || 0
  const { top, width } = box.getBoundingClientRect()
  if (known.width !== width) known.heights.clear()
  known.width = width
  for (const item of box.querySelectorAll<HTMLElement>(':scope > [data-place]')) {
    const row = Math.floor(Number(item.dataset.place) / columns)
    known.heights.set(row, item.getBoundingClientRect().height + gap)
  }
  const heights = Array.from(
    { length: Math.ceil(count / columns) },
    (_, row) => known.heights.get(row) ?? estimate + gap,
  )
  return { columns, ...visibleRows({ top, height: window.innerHeight, heights, spare }) }
}

const isSame = (a: ShownGrid, b: ShownGrid): boolean =>
  a.columns === b.columns &&
  a.first === b.first &&
  a.last === b.last &&
  Math.abs(a.before - b.before) < 1 &&
  Math.abs(a.after - b.after) < 1
