import { type ComponentProps, useEffect, useRef } from 'react'
import { tabStrip } from './tab-look.ts'

type Props = Omit<ComponentProps<'div'>, 'ref' | 'className'> & {
  /** What the row is: `div` with a role, or `nav`. */
  as?: 'div' | 'nav'
  /** Identifies the current tab, which is brought into view when another one becomes current. */
  current: string | undefined
}

/**
 * A row of tabs that scrolls where it does not fit. An end behind which there are more tabs fades: without a scrollbar
 * nothing else shows that there are any.
 */
export function TabStrip({ as: Row = 'div', current, ...rest }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const strip = row.current
    if (!strip) return
    const fade = () => (strip.dataset.more = hiddenEnds(strip))
    // The first size comes from here: when a page opens, the app is still hidden and has none.
    const observer = new ResizeObserver(() => {
      bringIntoView(strip)
      fade()
    })
    observer.observe(strip)
    for (const tab of strip.children) observer.observe(tab)
    strip.addEventListener('scroll', fade, { passive: true })
    return () => {
      observer.disconnect()
      strip.removeEventListener('scroll', fade)
    }
  }, [])
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    if (row.current) bringIntoView(row.current)
  })
  return <Row {...rest} ref={row} className={tabStrip} />
}

/** The ends behind which there are tabs; a pixel is the rounding of a browser. */
function hiddenEnds({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const before = scrollLeft > 1 ? 'before' : ''
  const after = scrollLeft + clientWidth < scrollWidth - 1 ? 'after' : ''
  return `${before} ${after}`.trim()
}

/** Pixels kept between the current tab and an end that fades, where there is another tab. */
const margin = 48

/** Scrolls the row only, which a tab's own `scrollIntoView` would not. */
function bringIntoView(strip: HTMLElement): void {
  const tab = strip.querySelector('[aria-current=page], [aria-selected=true]')
  if (!tab) return
  const [at, shown] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()]
  const [beyond, before] = [at.right + margin - shown.right, shown.left + margin - at.left]
  strip.scrollLeft += Math.max(0, beyond) - Math.max(0, before)
}
