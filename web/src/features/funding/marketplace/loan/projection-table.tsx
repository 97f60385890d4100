import { monthLong } from '../../../../ui/month-text.ts'
import type { Month, Period } from './months.ts'
import { MonthTable } from '../../../../ui/month-table.tsx'

const columns = ['Pokok', 'Bunga', 'Pajak', 'Anda terima']
const amountsOf = ({ principal, interest, tax, net }: Period) => [principal, interest, tax, net]

type Props = { months: readonly Month[]; whole: Period; visible: boolean }

/** The payments of each month, with their sum. It is printed even if the screen shows the chart. */
export const ProjectionTable = ({ months, whole, visible }: Props) => (
  <MonthTable
    label="Tabel hasil per bulan"
    caption="Hasil pendanaan per bulan, setelah pajak"
    columns={columns}
    rows={months.map(({ month, ...sums }) => ({ name: monthLong(month), amounts: amountsOf(sums) }))}
    sum={{ name: 'Jumlah', amounts: amountsOf(whole) }}
    visible={visible}
    className="print:not-sr-only"
  />
)
