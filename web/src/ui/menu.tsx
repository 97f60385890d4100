import type { ReactNode } from 'react'
import { ClosedButton, type ClosedState, lazyOnFirstUse } from './lazy-on-first-use.tsx'

export type MenuItem = {
  label: string
  icon?: ReactNode
  onSelect: () => void
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

const loadMenu = () => import('./menu-opened.tsx').then((module) => module.OpenedMenu)

const ClosedMenu = ({ label, trigger, triggerClassName, ...state }: MenuProps & ClosedState) => (
  <ClosedButton {...state} popup="menu" className={triggerClassName}>
    {trigger}
    <span className="sr-only">{label}</span>
  </ClosedButton>
)

export const Menu = lazyOnFirstUse(loadMenu, ClosedMenu)
