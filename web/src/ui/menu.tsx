import { ClosedButton, type ClosedState, lazyOnFirstUse } from './lazy-on-first-use.tsx'
import type { MenuProps } from './menu-opened.tsx'

const loadMenu = () => import('./menu-opened.tsx').then((module) => module.OpenedMenu)

const ClosedMenu = ({ label, trigger, triggerClassName, ...state }: MenuProps & ClosedState) => (
  <ClosedButton {...state} popup="menu" className={triggerClassName}>
    {trigger}
    <span className="sr-only">{label}</span>
  </ClosedButton>
)

export const Menu = lazyOnFirstUse(loadMenu, ClosedMenu)
