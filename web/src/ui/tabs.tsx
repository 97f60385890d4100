import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { tabLook } from './tab-look.ts'
import { TabStrip } from './tab-strip.tsx'

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
  const id = useId()
  const tabId = (one: V) => `${id}-${one}`
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, currentTarget } = event
    const at = tabs.findIndex((tab) => tabId(tab.value) === currentTarget.id)
    const places: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const next = tabs.at((places[key] ?? at) % tabs.length)
    if (!(key in places) || !next) return
    event.preventDefault()
    document.getElementById(tabId(next.value))?.focus()
    onChange(next.value)
  }
  const open = tabs.find((tab) => tab.value === value)
  return (
    <>
      <TabStrip role="tablist" aria-label={label} current={open?.value}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={tabId(tab.value)}
            aria-selected={tab === open}
            aria-controls={tab === open ? `${id}-panel` : undefined}
            tabIndex={tab === open ? 0 : -1}
            className={tabLook(tab === open)}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </TabStrip>
      {open && (
        <div
          // A new panel for each tab: what one panel holds must not appear in another.
          key={open.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={tabId(open.value)}
          tabIndex={0}
          className={cx('-outline-offset-2', panelClassName)}
        >
          {open.panel}
        </div>
      )}
    </>
  )
}
