import { useLocation } from 'react-router'
import { Link } from './link.tsx'
import { tabLook } from './tab-look.ts'
import { TabStrip } from './tab-strip.tsx'

type Props = {
  label: string
  tabs: readonly { to: string; label: string }[]
  /** The address of the current tab; by default the path of the page. */
  current?: string
}

/** Tabs that are links to separate URLs; the current one is marked. */
export function LinkTabs({ label, tabs, current }: Props) {
  const { pathname } = useLocation()
  const open = current ?? pathname
  return (
    <TabStrip as="nav" aria-label={label} current={open}>
      {tabs.map(({ to, label: text }) => {
        const isCurrent = to === open
        return (
          <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined} className={tabLook(isCurrent)}>
            {text}
          </Link>
        )
      })}
    </TabStrip>
  )
}
