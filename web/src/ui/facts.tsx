import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = {
  /** Short texts or elements in the order in which they are shown; the keys are not shown. */
  facts: Readonly<Record<string, ReactNode>>
  className?: string
}

/**
 * Facts in a row with dots between them. A fact that does not fit moves to the next line, and wraps only if it is
 * longer than a line; the dot at the start of a line is clipped.
 */
export function Facts({ facts, className }: Props) {
  return (
    <span className={cx('block overflow-hidden', className)}>
      <span className="-ml-4 flex flex-wrap">
        {Object.entries(facts).map(([key, fact]) => (
          <span
            key={key}
            className="relative min-w-0 pl-4 tabular-nums before:absolute before:left-1.5 before:content-['·']"
          >
            {fact}
          </span>
        ))}
      </span>
    </span>
  )
}
