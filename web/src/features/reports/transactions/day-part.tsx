import { formatDateLong } from '@pematang/contract/format/date'
import type { TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { countText } from '../../../ui/count-text.ts'
import { cx } from '../../../ui/cx.ts'
import { Money } from '../../../ui/money.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import type { DayLines, Line } from './day-lines.ts'
import { signedRupiah } from './signed-rupiah.ts'
import { cell, TransactionRow } from './transaction-row.tsx'
import { labelOf, statusLook } from './words.ts'

type Props = { part: DayLines; onDetails: (row: TransactionItem) => void }

/** A day: its sum and the balance at its end, and its transactions. */
export function DayPart({ part: { day, facts, shown, lines }, onDetails }: Props) {
  return (
    <tbody role="rowgroup" className="block @min-[52rem]:table-row-group">
      <tr
        role="row"
        className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-line bg-sunken px-4 py-2 @min-[52rem]:table-row @min-[52rem]:p-0"
      >
        <th
          role="rowheader"
          scope="rowgroup"
          colSpan={2}
          className={cx(head, 'font-semibold @min-[52rem]:pl-5')}
        >
          <span className="mr-2 whitespace-nowrap">{formatDateLong(day)}</span>
          {facts && facts.movements > shown && (
            <span className="text-meta font-normal whitespace-nowrap text-mute">
              {shown} dari {countText(facts.movements)} transaksi
            </span>
          )}
        </th>
        <td
          role="cell"
          className={cx(head, 'text-meta text-mute @max-[52rem]:order-3 @min-[52rem]:text-right')}
        >
          {facts && facts.balance !== null && (
            <>
              Saldo akhir <Money amount={facts.balance} className="text-table font-semibold text-ink" />
            </>
          )}
        </td>
        <td role="cell" className={cx(head, 'figures text-right font-semibold')}>
          {facts && <span className="sr-only">Jumlah hari ini </span>}
          {facts && signedRupiah(facts.sum)}
        </td>
        <td role="cell" className="hidden border-t border-line @min-[52rem]:table-cell" />
      </tr>
      {lines.map((line) =>
        line.length === 1 ? (
          <TransactionRow key={keyOf(line[0])} row={line[0]} onDetails={onDetails} />
        ) : (
          <Folded key={keyOf(line[0])} line={line} day={day} onDetails={onDetails} />
        ),
      )}
    </tbody>
  )
}

const head =
  'text-left @min-[52rem]:border-t @min-[52rem]:border-line @min-[52rem]:px-2 @min-[52rem]:py-1.5 @min-[52rem]:align-baseline'

/** The days of a bulk funding that ran past midnight have the same id. */
const keyOf = ({ id, createdDate }: TransactionItem): string => `${id} ${createdDate}`

/** Installments that came one after the other, as one line that opens. */
function Folded({ line, day, onDetails }: { line: Line; day: string; onDetails: Props['onDetails'] }) {
  const [open, setOpen] = useState(false)
  const status = statusLook(line[0].status)
  return (
    <>
      <tr
        role="row"
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line px-4 py-1.5 @min-[52rem]:table-row @min-[52rem]:h-[52px] @min-[52rem]:p-0"
      >
        <td role="cell" colSpan={3} className={cx(cell, 'order-1 row-span-2 @min-[52rem]:pl-5')}>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="-my-1 flex min-h-11 items-center gap-3 rounded-control font-semibold"
          >
            <span className="grid size-8 shrink-0 place-items-center rounded-full bg-ok-tint text-ok">
              <ChevronDown
                aria-hidden
                className={cx('size-4 transition-transform duration-150', open && 'rotate-180')}
              />
            </span>
            <span>
              {`${line.length} ${labelOf(line[0]).toLowerCase()}`}
              <span className="sr-only"> tanggal {formatDateLong(day)}</span>
            </span>
          </button>
        </td>
        <td role="cell" className={cx(cell, 'figures order-2 text-right font-semibold text-ok')}>
          {signedRupiah(line.reduce((sum, { amount }) => sum + amount, 0))}
        </td>
        <td role="cell" className={cx(cell, 'order-3 text-right @min-[52rem]:pr-5')}>
          <StatusLabel tone={status.tone}>{status.label}</StatusLabel>
        </td>
      </tr>
      {open && line.map((row) => <TransactionRow key={keyOf(row)} row={row} inside onDetails={onDetails} />)}
    </>
  )
}
