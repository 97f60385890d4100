import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  label: string
  children: ReactNode
}

/** A square of 44 px with one icon; the label is its accessible name and its tooltip. */
export function IconButton({ label, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-control text-mute transition-colors',
        'hover:enabled:bg-idle-tint hover:enabled:text-ink disabled:opacity-40',
        className,
      )}
    >
      {children}
    </button>
  )
}
