import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { monthLong } from '../../../ui/month-text.ts'
import type { Month, Period } from './months.ts'

const columns = ['Pokok', 'Bunga', 'Pajak', 'Anda terima']
const cellsOf = ({ principal, interest, tax, net }: Period) => [principal, interest, tax, net]

type Props = {
  months: readonly Month[]
  whole: Period
  /** False where the table is only for screen readers and for print, beside the chart. */
  visible: boolean
}

/** What each month brings, with the sum. */
export const ProjectionTable = ({ months, whole, visible }: Props) => (
  <section
    aria-label="Tabel hasil per bulan"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
    tabIndex={visible ? 0 : undefined}
    className={cx(visible ? 'max-h-[445px] overflow-auto -outline-offset-2' : 'sr-only', 'print:not-sr-only')}
  >
    <table className="w-full text-table">
      <caption className="sr-only">Hasil pendanaan per bulan, setelah pajak</caption>
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
        {months.map(({ month, ...sums }) => (
          <Row key={month} name={monthLong(month)} cells={cellsOf(sums)} />
        ))}
      </tbody>
      <tfoot>
        <Row name="Jumlah" cells={cellsOf(whole)} isSum />
      </tfoot>
    </table>
  </section>
)

const Row = ({ name, cells, isSum = false }: { name: string; cells: number[]; isSum?: boolean }) => (
  <tr className={cx('border-t border-line', isSum && 'font-semibold')}>
    <th scope="row" className={cx('py-2.5 text-left whitespace-nowrap', !isSum && 'font-normal')}>
      {name}
    </th>
    {cells.map((amount, column) => (
      <td key={columns[column]} className="py-2.5 pl-4 text-right">
        <Money amount={amount} className={amount === 0 ? 'text-mute' : ''} />
      </td>
    ))}
  </tr>
)
