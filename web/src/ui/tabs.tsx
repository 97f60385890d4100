import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { cx } from './cx.ts'

const strip = 'flex gap-6 overflow-x-auto border-b border-line'
const tab =
  'relative inline-flex min-h-11 shrink-0 items-center border-b-2 font-medium transition-colors -mb-px hover:text-ink -outline-offset-2'
const look = (active: boolean) => cx(tab, active ? 'border-brand text-ink' : 'border-transparent text-mute')

export type Tab<V extends string> = { value: V; label: string; panel: ReactNode }

type Props<V extends string> = {
  /** What the row of tabs is about, for a screen reader. */
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
  panelClassName?: string
}

/** Tabs inside a screen or a dialog; arrow keys move between them. Only the open panel is in the page. */
export function Tabs<V extends string>({ label, tabs, value, onChange, panelClassName }: Props<V>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Base.List aria-label={label} activateOnFocus className={strip}>
        {tabs.map((each) => (
          <Base.Tab key={each.value} value={each.value} className={look(value === each.value)}>
            {each.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((each) => (
        <Base.Panel key={each.value} value={each.value} className={cx('outline-none', panelClassName)}>
          {each.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}

/** Tabs that are places of their own: each is a link, the current one is marked. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label={label} className={strip}>
      {tabs.map(({ to, label: text }) => (
        <NavLink key={to} to={to} className={({ isActive }) => look(isActive)}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
