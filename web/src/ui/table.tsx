import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column<T> = {
  label: string
  cell: (row: T) => ReactNode
  /** Sums and numbers stand right and never wrap. */
  isFigure?: boolean
  /** The column that names the row: it stands first on a card, without its label. */
  isName?: boolean
  className?: string
}

type Props<T> = {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** True while other rows are loading. */
  refreshing?: boolean
}

/**
 * A dense table; where there is no room for one each row is a card with labels. The same elements with two layouts, whose
 * roles are explicit because some browsers drop them when the display changes.
 */
export function Table<T>({ caption, columns, rows, keyOf, refreshing = false }: Props<T>) {
  return (
    <div className="@container" aria-busy={refreshing}>
      <table
        role="table"
        className={cx('block w-full text-left text-table @min-[44rem]:table', refreshing && 'opacity-60')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="hidden @min-[44rem]:table-header-group">
          <tr role="row">
            {columns.map(({ label, isFigure, className }) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                className={cx(
                  'px-2.5 py-2 text-meta font-medium whitespace-nowrap text-mute first:pl-5 last:pr-5',
                  isFigure && 'text-right',
                  className,
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="hairlines block @min-[44rem]:table-row-group">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="grid gap-1 border-t border-line px-4 py-3 first:border-t-0 @min-[44rem]:table-row @min-[44rem]:border-t! @min-[44rem]:hover:bg-sunken"
            >
              {columns.map((column) => (
                <Cell key={column.label} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell<T>({
  column: { label, cell, isFigure, isName, className },
  row,
}: {
  column: Column<T>
  row: T
}) {
  const content = cell(row)
  return (
    <td
      role="cell"
      className={cx(
        // Below each other, a label says nothing without a value.
        content === null ? 'hidden' : 'flex',
        'min-w-0 items-baseline justify-between gap-4 @min-[44rem]:table-cell @min-[44rem]:px-2.5 @min-[44rem]:py-2.5 @min-[44rem]:align-middle @min-[44rem]:first:pl-5 @min-[44rem]:last:pr-5',
        isFigure && 'figures @min-[44rem]:text-right',
        isName && 'order-first font-medium',
        className,
      )}
    >
      {!isName && <span className="shrink-0 text-meta text-mute @min-[44rem]:hidden">{label}</span>}
      <span className={cx('min-w-0 wrap-anywhere', !isName && 'text-right @min-[44rem]:text-left')}>
        {content}
      </span>
    </td>
  )
}
