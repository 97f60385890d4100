import type { TaxYear } from '@pematang/contract/cash/tax/endpoints'
import { ListTable } from '../../../lists/list-table.tsx'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { YearDownloads } from './downloads.tsx'
import { actionsCell, amountCell, cell, Label, MonthRows, rowClass } from './month-rows.tsx'
import { kindName } from './words.ts'

const headings = [
  { label: 'Masa Pajak', className: 'pl-5' },
  { label: 'Jenis dan Tarif' },
  { label: 'Bunga Bruto', className: 'text-right' },
  { label: 'Pajak Dipotong', className: 'text-right' },
  { label: 'Bukti Potong', className: 'pl-6!' },
  { label: 'Unduh dan angsuran', hidden: true },
]

/** The months of a year, the newest first, and their sums. */
export const TaxTable = ({ tax, refreshing }: { tax: TaxYear; refreshing: boolean }) => (
  <ListTable caption={`Pajak ${tax.year} menurut masa`} headings={headings} refreshing={refreshing}>
    {tax.months.toReversed().map((month) => (
      <MonthRows key={month.period} month={month} />
    ))}
    <SumRow tax={tax} />
  </ListTable>
)

/** The sums for the tax return; on a phone the first card. */
const SumRow = ({ tax: { year, interest, tax, kinds, slips } }: { tax: TaxYear }) => (
  <tfoot
    role="rowgroup"
    className="block rounded-card bg-surface font-semibold shadow-card @max-[60rem]:order-first @min-[60rem]:table-footer-group @min-[60rem]:bg-transparent @min-[60rem]:shadow-none"
  >
    <tr role="row" className={rowClass}>
      <th role="rowheader" scope="row" className={cx(cell, 'col-span-2 text-left @min-[60rem]:pl-5')}>
        Jumlah {year}
      </th>
      <td role="cell" className={cx(cell, kinds.length < 2 && '@max-[60rem]:hidden')}>
        {kinds.length > 1 &&
          kinds.map((one) => (
            <span key={one.kind} className="block text-meta font-normal">
              {kindName(one.kind)} <Money amount={one.tax} />
            </span>
          ))}
      </td>
      <td role="cell" className={amountCell}>
        <Label>Bunga bruto</Label>
        <Money amount={interest} />
      </td>
      <td role="cell" className={amountCell}>
        <Label>Pajak dipotong</Label>
        <Money amount={tax} />
      </td>
      <td role="cell" className={cx(cell, '@min-[60rem]:pl-6')}>
        <Label>Bukti potong</Label>
        <span>{slips.entered} tercatat</span>
        {slips.missing > 0 && (
          <span className="block text-meta font-normal text-mute">{slips.missing} belum tercatat</span>
        )}
      </td>
      <td role="cell" className={cx(cell, actionsCell)}>
        <div className="flex items-center @min-[60rem]:-my-1 @min-[60rem]:mr-11 @min-[60rem]:justify-end">
          <YearDownloads year={year} />
        </div>
      </td>
    </tr>
  </tfoot>
)
