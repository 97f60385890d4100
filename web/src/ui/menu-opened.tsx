import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  onSelect?: () => void
  /** True for an item that only says something. */
  disabled?: boolean
  /** True to draw a line above this item. */
  apart?: boolean
  tone?: 'bad'
}

export type MenuProps = {
  /** The accessible name of the button. */
  label: string
  /** The content of the button. Words that `label` repeats must be aria-hidden. */
  trigger: ReactNode
  triggerClassName?: string
  /** Shown above the items, for instance the name of the lender. */
  header?: ReactNode
  items: readonly MenuItem[]
}

/** The opened menu. It mounts open, because its code loads with the first press. */
export function OpenedMenu({ label, trigger, triggerClassName, header, items }: MenuProps) {
  // Rendered beside its button, so that it stays inside the same landmark of the page.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Base.Root defaultOpen>
      <Base.Trigger className={triggerClassName}>
        {trigger}
        <span className="sr-only">{label}</span>
      </Base.Trigger>
      <div ref={setPlace} className="contents" />
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={8} align="end" collisionPadding={16} className="z-30 outline-none">
          <Base.Popup className="pop max-w-[min(22.5rem,calc(100vw-2rem))] min-w-60 rounded-popup border border-line bg-surface p-1 shadow-pop outline-none">
            {header && <div className="mb-1 border-b border-line px-3 py-3">{header}</div>}
            {items.map((item) => (
              <Base.Item
                key={item.label}
                {...(item.onSelect && { onClick: item.onSelect })}
                disabled={item.disabled ?? false}
                className={cx(
                  'flex min-h-11 items-center gap-3 rounded-control px-3 outline-none select-none data-disabled:text-mute',
                  item.tone === 'bad'
                    ? 'text-bad data-highlighted:bg-bad-tint'
                    : 'data-highlighted:bg-brand-tint',
                  item.apart &&
                    'relative mt-2.5 before:absolute before:-top-[5px] before:inset-x-0 before:h-px before:bg-line',
                )}
              >
                {item.icon}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
