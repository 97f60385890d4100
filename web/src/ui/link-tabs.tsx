import { NavLink } from 'react-router'
import { tabLook, tabStrip } from './tab-look.ts'

/** Tabs that are links to separate URLs; the current one is marked. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={label} className={tabStrip}>
      {tabs.map(({ to, label: text }) => (
        <NavLink key={to} to={to} end className={({ isActive }) => tabLook(isActive)}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
