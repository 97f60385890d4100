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

type RowProps = { name: string; first: ReactNode; second: ReactNode }

export const DayRow = ({ name, first, second }: RowProps) => (
  <tr className="border-t border-line text-right">
    <th scope="row" className="py-2.5 text-left font-normal">
      {name}
    </th>
    <td className="figures py-2.5 pl-3">{first}</td>
    <td className="py-2.5 pl-3">{second}</td>
  </tr>
)
