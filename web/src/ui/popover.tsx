import { ClosedButton, type ClosedState, lazyOnFirstUse } from './lazy-on-first-use.tsx'
import type { PopoverProps } from './popover-opened.tsx'

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
