import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'

export type PopoverProps = {
  /** The accessible name of the button and the panel. */
  label: string
  trigger: ReactNode
  /** True when the trigger has an accessible name of its own; `label` then names only the panel. */
  isNamed?: boolean
  triggerClassName?: string
  /** The edge of the button at which the panel begins. */
  align?: 'start' | 'end'
  children: ReactNode
}

/** The opened panel. It mounts open, because its code loads with the first press. */
export function OpenedPopover({
  label,
  trigger,
  isNamed,
  triggerClassName,
  align = 'end',
  children,
}: PopoverProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger className={triggerClassName}>
        {trigger}
        {!isNamed && <span className="sr-only">{label}</span>}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={8} align={align} collisionPadding={16} className="z-30 outline-none">
          <Base.Popup
            aria-label={label}
            className="pop max-w-[min(22.5rem,calc(100vw-2rem))] rounded-popup border border-line bg-surface p-5 shadow-pop outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
