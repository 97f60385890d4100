import type { RepaymentMonths } from '@pematang/contract/insight/endpoints'
import { Money } from '../../ui/money.tsx'
import { monthLong } from '../../ui/month-text.ts'

type Row = Omit<RepaymentMonths['months'][number], 'month'> & { name: string }

const columns = ['Jatuh tempo', 'Diterima', 'Terlambat', 'Denda', 'Pajak dipotong']

type Props = {
  data: RepaymentMonths
  /** False where the table is only for screen readers, beside the chart. */
  visible: boolean
}

/** The months as figures, with the sums before and after them. */
export function MonthsTable({ data: { before, months, after }, visible }: Props) {
  const first = months[0]?.month
  const last = months.at(-1)?.month
  const rows: Row[] = [
    ...(first && isSomething(before) ? [{ ...before, name: `Sebelum ${monthLong(first)}` }] : []),
    ...months.map(({ month, ...row }) => ({ ...row, name: monthLong(month) })),
    ...(last && isSomething(after) ? [{ ...after, name: `Setelah ${monthLong(last)}` }] : []),
  ]
  return (
    <section
      aria-label="Tabel per bulan"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keyboard
      tabIndex={visible ? 0 : undefined}
      className={visible ? 'max-h-[445px] overflow-auto -outline-offset-2' : 'sr-only'}
    >
      <table className="w-full text-table">
        <caption className="sr-only">Jatuh tempo dan penerimaan per bulan</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 bg-surface py-2 text-left text-meta font-medium text-mute"
            >
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
          {rows.map(({ name, expected, received, late, penalty, tax }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-2.5 text-left font-normal whitespace-nowrap">
                {name}
              </th>
              {[expected, received, late, penalty, tax].map((amount, column) => (
                <td key={columns[column]} className="py-2.5 pl-4 text-right">
                  <Money amount={amount} className={amount === 0 ? 'text-mute' : ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const isSomething = ({ expected, received }: RepaymentMonths['before']) => expected > 0 || received > 0
