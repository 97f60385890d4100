import { cx } from './cx.ts'
import { Money } from './money.tsx'

type Row = { name: string; amounts: readonly number[] }

type Props = {
  label: string
  caption: string
  /** The column headings of the amounts. */
  columns: readonly string[]
  rows: readonly Row[]
  sum?: Row
  /** False where the table is only for screen readers, beside the chart. */
  visible: boolean
  className?: string
}

export const MonthTable = ({ label, caption, columns, rows, sum, visible, className }: Props) => (
  <section
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    tabIndex={visible ? 0 : undefined}
    className={cx(visible ? 'max-h-[445px] overflow-auto -outline-offset-2' : 'sr-only', className)}
  >
    <table className="w-full text-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="sticky top-0 bg-surface py-2 text-left text-meta font-medium text-mute">
            Bulan
          </th>
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              className="sticky top-0 bg-surface py-2 pl-4 text-right text-meta font-medium whitespace-nowrap text-mute"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.name} {...row} columns={columns} />
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <TableRow {...sum} columns={columns} isSum />
        </tfoot>
      )}
    </table>
  </section>
)

type TableRowProps = Row & Pick<Props, 'columns'> & { isSum?: boolean }

const TableRow = ({ name, amounts, columns, isSum = false }: TableRowProps) => (
  <tr className={cx('border-t border-line', isSum && 'font-semibold')}>
    <th scope="row" className={cx('py-2.5 text-left whitespace-nowrap', !isSum && 'font-normal')}>
      {name}
    </th>
    {amounts.map((amount, column) => (
      <td key={columns[column]} className="py-2.5 pl-4 text-right">
        <Money amount={amount} className={amount === 0 ? 'text-mute' : ''} />
      </td>
    ))}
  </tr>
)
