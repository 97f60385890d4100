import { formatDateLong } from '@pematang/contract/format/date'
import type { ReactNode } from 'react'

type Props = {
  label: string
  caption: string
  /** The headings of the columns beside the date. */
  columns: readonly [string, string]
  children: ReactNode
}

/** A table of days in a dialog, with two columns beside the date. */
export const DayTable = ({ label, caption, columns, children }: Props) => (
  // Focusable, so that the arrow keys scroll the dialog.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section aria-label={label} tabIndex={0}>
    <table className="w-full text-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-right text-meta text-mute">
          <th scope="col" className="py-2 text-left font-medium">
            Tanggal
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className="py-2 pl-3 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)

type RowProps = { what?: string; day: string; first: ReactNode; second: ReactNode }

/** @param day YYYY-MM-DD, written whole on one line, below what it is the day of */
export const DayRow = ({ what, day, first, second }: RowProps) => (
  <tr className="border-t border-line text-right">
    <th scope="row" className="py-2.5 text-left font-normal whitespace-nowrap max-sm:text-meta">
      {what && <span className="block sm:inline">{what}, </span>}
      <span>{formatDateLong(day)}</span>
    </th>
    <td className="figures py-2.5 pl-3 max-sm:pl-2">{first}</td>
    <td className="py-2.5 pl-3 max-sm:pl-2">{second}</td>
  </tr>
)
