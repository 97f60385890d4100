import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

type Props = {
  /** The id of the panel, for the button that opens it. */
  panelId: string
  columns: number
  /** Stands below the rows over all columns; null while it is closed. */
  panel: ReactNode
  /** The rows. */
  children: ReactNode
}

/** One item of a ListTable: rows of the table or a card, that open to a panel. */
export function ListRow({ panelId, columns, panel, children }: Props) {
  return (
    <tbody
      role="rowgroup"
      className={cx(
        'group block rounded-card bg-surface shadow-card @min-[60rem]:table-row-group @min-[60rem]:bg-transparent @min-[60rem]:shadow-none',
        // Two cards stand side by side where there is room; an opened one takes the line for itself.
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
