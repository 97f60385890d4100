import type { ReactNode } from 'react'
import { ClosedButton, type ClosedState, lazyOnFirstUse } from './lazy-on-first-use.tsx'

export type PopoverProps = {
  /** The accessible name of the button and the panel. */
  label: string
  trigger: ReactNode
  /** True when the trigger has an accessible name of its own; `label` then names only the panel. */
  isNamed?: boolean
  triggerClassName?: string
  children: ReactNode
}

const loadPopover = () => import('./popover-opened.tsx').then((module) => module.OpenedPopover)

const ClosedPopover = ({
  label,
  trigger,
  isNamed,
  triggerClassName,
  ...state
}: PopoverProps & ClosedState) => (
  <ClosedButton {...state} popup="dialog" className={triggerClassName}>
    {trigger}
    {!isNamed && <span className="sr-only">{label}</span>}
  </ClosedButton>
)

/** A button that opens a small panel of text beside it. */
export const Popover = lazyOnFirstUse(loadPopover, ClosedPopover)
