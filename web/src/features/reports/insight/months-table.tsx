import type { RepaymentMonths } from '@pematang/contract/reports/insight/endpoints'
import { monthLong } from '../../../ui/month-text.ts'
import { MonthTable } from '../../../ui/month-table.tsx'

type Sums = RepaymentMonths['before']

const columns = ['Jatuh tempo', 'Diterima', 'Terlambat', 'Denda', 'Pajak dipotong']
const rowOf = (name: string, { expected, received, late, penalty, tax }: Sums) => ({
  name,
  amounts: [expected, received, late, penalty, tax],
})

type Props = { data: RepaymentMonths; visible: boolean }

export function MonthsTable({ data: { before, months, after }, visible }: Props) {
  const first = months[0]?.month
  const last = months.at(-1)?.month
  return (
    <MonthTable
      label="Tabel per bulan"
      caption="Jatuh tempo dan penerimaan per bulan"
      columns={columns}
      rows={[
        ...(first && isSomething(before) ? [rowOf(`Sebelum ${monthLong(first)}`, before)] : []),
        ...months.map(({ month, ...sums }) => rowOf(monthLong(month), sums)),
        ...(last && isSomething(after) ? [rowOf(`Setelah ${monthLong(last)}`, after)] : []),
      ]}
      visible={visible}
    />
  )
}

const isSomething = ({ expected, received }: Sums) => expected > 0 || received > 0
