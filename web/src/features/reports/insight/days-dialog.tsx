import { formatDateLong } from '@pematang/contract/format/date'
import type { Overview } from '@pematang/contract/reports/insight/endpoints'
import { Dialog } from '../../../ui/dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { DayRow, DayTable } from './day-table.tsx'

type Props = { data: Overview; open: boolean; onOpenChange: (open: boolean) => void }

/** The amounts due in the next thirty days, day by day. */
export default function DaysDialog({ data, open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="30 hari ke depan"
      description={`Pokok dan bunga yang jatuh tempo sampai ${formatDateLong(data.until)}, sebelum pajak dan denda.`}
    >
      <DayTable label="Jatuh tempo per hari" caption="Jatuh tempo per hari" columns={['Pinjaman', 'Jumlah']}>
        {data.days.map(({ on, amount, loans }) => (
          <DayRow key={on} day={on} first={loans} second={<Money amount={amount} />} />
        ))}
        <tr className="border-t border-field-line text-right font-semibold">
          <th scope="row" className="py-2.5 text-left">
            Jumlah
          </th>
          <td />
          <td className="py-2.5 pl-3">
            <Money amount={data.total} />
          </td>
        </tr>
      </DayTable>
    </Dialog>
  )
}
