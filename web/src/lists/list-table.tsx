import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

export type ListHeading = {
  label: string
  className?: string
  /** True for a heading that only screen readers read. */
  hidden?: boolean
}

type Props = {
  caption: string
  headings: readonly ListHeading[]
  /** True while the rows are about to be replaced by another page or filter; they are dimmed. */
  refreshing: boolean
  children: ReactNode
}

/**
 * A table if there is room for it, otherwise cards: the same elements with two layouts. The roles of all parts are
 * explicit, since some browsers drop them from a table whose display is changed.
 */
export function ListTable({ caption, headings, refreshing, children }: Props) {
  return (
    <div aria-busy={refreshing} className={cx('transition-opacity duration-150', refreshing && 'opacity-60')}>
      <div className="@container">
        <table
          role="table"
          className={cx(
            'grid w-full gap-3 text-left text-table @min-[40rem]:grid-cols-2',
            '@min-[60rem]:table @min-[60rem]:border-collapse @min-[60rem]:rounded-card @min-[60rem]:bg-surface',
            '@min-[60rem]:shadow-card',
          )}
        >
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="hidden @min-[60rem]:table-header-group">
            <tr role="row">
              {headings.map(({ label, className, hidden }) => (
                <th
                  key={label}
                  role="columnheader"
                  scope="col"
                  className={cx('px-1.5 py-2 text-meta font-medium whitespace-nowrap text-mute', className)}
                >
                  {hidden ? <span className="sr-only">{label}</span> : label}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </div>
    </div>
  )
}
