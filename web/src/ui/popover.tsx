import { lazy, type ReactNode, Suspense, useState } from 'react'

export type PopoverProps = {
  /** The name of the button and of what it opens. */
  label: string
  trigger: ReactNode
  triggerClassName?: string
  children: ReactNode
}

const load = () => import('./popover-opened.tsx')
const OpenedPopover = lazy(() => load().then((module) => ({ default: module.OpenedPopover })))

/** A button that opens a small panel of text beside it. The panel's code comes with the first press. */
export function Popover(props: PopoverProps) {
  const [used, setUsed] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={false}
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
      <OpenedPopover {...props} />
    </Suspense>
  ) : (
    button
  )
}
