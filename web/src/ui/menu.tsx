import { lazy, type ReactNode, Suspense, useState } from 'react'

export type MenuItem = {
  label: string
  icon?: ReactNode
  onSelect: () => void
  /** Draws a line above this item. */
  apart?: boolean
  tone?: 'bad'
}

export type MenuProps = {
  /** The name of the button. */
  label: string
  /** What the button shows; words that the label repeats are aria-hidden. */
  trigger: ReactNode
  triggerClassName?: string
  /** Shown above the items, for instance who is logged in. */
  header?: ReactNode
  items: readonly MenuItem[]
}

const load = () => import('./menu-opened.tsx')
const OpenedMenu = lazy(() => load().then((module) => ({ default: module.OpenedMenu })))

/** A button with a menu of actions. The menu's code comes with the first press. */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={used || undefined}
      className={props.triggerClassName}
      onClick={() => setUsed(true)}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
    >
      {props.trigger}
      <span className="sr-only">{props.label}</span>
    </button>
  )
  return used ? (
    <Suspense fallback={button}>
      <OpenedMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}
