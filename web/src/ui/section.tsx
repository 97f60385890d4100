import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type Props = {
  title: string
  /** The number of things in it. */
  count?: number | undefined
  aside?: ReactNode
  /** Without the padding that a table brings itself. */
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A titled part of a screen. */
export function Section({ title, count, aside, flush = false, className, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0 rounded-card bg-surface shadow-card', className)}>
      <header className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 sm:px-5">
        <h2 id={id} className="flex items-baseline gap-2 text-body font-semibold">
          {title}
          {count !== undefined && <span className="figures text-table font-normal text-mute">{count}</span>}
        </h2>
        {aside}
      </header>
      <div className={flush ? '' : 'px-4 py-4 sm:px-5'}>{children}</div>
    </section>
  )
}
