import { useLayoutEffect, useRef } from 'react'
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
  const row = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const shown = row.current?.getBoundingClientRect()
    const tab = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!row.current || !shown || !tab) return
    row.current.scrollLeft += Math.max(0, tab.right - shown.right) - Math.max(0, shown.left - tab.left)
  }, [open])
  return (
    <nav ref={row} aria-label={label} className={tabStrip}>
      {tabs.map(({ to, label: text }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === open ? 'page' : undefined}
          className={tabLook(to === open)}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
