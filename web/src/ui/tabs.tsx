import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { tabLook, tabStrip } from './tab-look.ts'

export type Tab<V extends string> = { value: V; label: string; panel: ReactNode }

type Props<V extends string> = {
  /** The name of the tab list, for a screen reader. */
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
  panelClassName?: string
}

/** Tabs inside a screen or a dialog; arrow keys move between them. Only the open panel is rendered. */
export function Tabs<V extends string>({ label, tabs, value, onChange, panelClassName }: Props<V>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)}>
      <Base.List aria-label={label} activateOnFocus className={tabStrip}>
        {tabs.map((each) => (
          <Base.Tab key={each.value} value={each.value} className={tabLook(value === each.value)}>
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
