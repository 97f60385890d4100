import { useLocation } from 'react-router'
import { Link } from './link.tsx'
import { tabLook, tabStrip } from './tab-look.ts'

/** Tabs that are links to separate URLs; the current one is marked. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: string }[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className={tabStrip}>
      {tabs.map(({ to, label: text }) => {
        const isCurrent = to === pathname
        return (
          <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined} className={tabLook(isCurrent)}>
            {text}
          </Link>
        )
      })}
    </nav>
  )
}
