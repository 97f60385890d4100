import type { ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

type Props = {
  /** The id of the item, by which tests find its row. */
  of: string | number
  /** The id of the panel, for the button that opens it. */
  panelId: string
  columns: number
  /** The panel below the rows, over all columns; null while it is closed. */
  panel: ReactNode
  children: ReactNode
}

/** One item of a ListTable: rows of the table or a card, that expand to a panel. */
export function ListRow({ of, panelId, columns, panel, children }: Props) {
  return (
    <tbody
      role="rowgroup"
      data-id={of}
      className={cx(
        'group block rounded-card bg-surface shadow-card @min-[60rem]:table-row-group @min-[60rem]:bg-transparent @min-[60rem]:shadow-none',
        // Two cards are side by side if there is room; an expanded one takes the full width.
        panel !== null && '@min-[40rem]:col-span-2',
      )}
    >
      {children}
      {panel !== null && (
        <tr role="row" className="block @min-[60rem]:table-row">
          <td
            id={panelId}
            role="cell"
            colSpan={columns}
            className="block rounded-b-card border-t border-line bg-sunken p-0 @min-[60rem]:table-cell @min-[60rem]:rounded-none @min-[60rem]:group-last:rounded-b-card"
          >
            {panel}
          </td>
        </tr>
      )}
    </tbody>
  )
}
