import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Link } from './link.tsx'
import { tabLook, tabStrip } from './tab-look.ts'

type Props = {
  label: string
  tabs: readonly { to: string; label: string }[]
  /** The address of the current tab; by default the path of the page. */
  current?: string
}

/** Tabs that are links to separate URLs; the current one is marked, and in view where the row scrolls. */
export function LinkTabs({ label, tabs, current }: Props) {
  const { pathname } = useLocation()
  const open = current ?? pathname
  const tab = useRef<HTMLAnchorElement>(null)
  // An effect, not the ref: when a page opens, the refs are set while the app is still hidden and has no size.
  useEffect(() => {
    if (open) bringIntoView(tab.current)
  }, [open])
  return (
    <nav aria-label={label} className={tabStrip}>
      {tabs.map(({ to, label: text }) => {
        const isCurrent = to === open
        return (
          <Link
            key={to}
            ref={isCurrent ? tab : undefined}
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            className={tabLook(isCurrent)}
          >
            {text}
          </Link>
        )
      })}
    </nav>
  )
}

/** Scrolls the row only, which a tab's own `scrollIntoView` would not. */
function bringIntoView(tab: HTMLAnchorElement | null): void {
  const row = tab?.parentElement
  if (!tab || !row) return
  const [at, shown] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += Math.max(0, at.right - shown.right) - Math.max(0, shown.left - at.left)
}
