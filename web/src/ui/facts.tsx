import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Props = {
  /** Short texts, by the keys that tell them apart. */
  facts: Readonly<Record<string, ReactNode>>
  className?: string
}

/**
 * Facts in a row with dots between them. One that does not fit begins a line, and is broken only where it is longer
 * than that; the dot before the first of a line is cut off.
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
