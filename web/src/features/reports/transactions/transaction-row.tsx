import { formatDateLong, formatTime } from '@pematang/contract/format/date'
import type { TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import { ArrowDownLeft, ArrowUpRight, Undo2 } from 'lucide-react'
import { paths, withQuery } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { hasDetails } from './detail-facts.ts'
import { ReportButton } from './report-button.tsx'
import { signedRupiah } from './signed-rupiah.ts'
import { correctionNote, heldSince, isReservedBefore, labelOf, statusLook } from './words.ts'

export const cell =
  'min-w-0 @min-[52rem]:table-cell @min-[52rem]:border-t @min-[52rem]:border-line @min-[52rem]:px-2 @min-[52rem]:py-1.5 @min-[52rem]:align-middle'

type Props = {
  row: TransactionItem
  /** True for one of a line that was opened. */
  inside?: boolean
  onDetails: (row: TransactionItem) => void
}

/** One entry of the cash balance: a row of 52 px, or a card. Only incoming money is coloured. */
export function TransactionRow({ row, inside = false, onDetails }: Props) {
  const status = statusLook(row.status)
  const Arrow = row.isCorrection ? Undo2 : row.amount < 0 ? ArrowUpRight : ArrowDownLeft
  return (
    <tr
      role="row"
      data-transaction={row.id}
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-3 @min-[52rem]:table-row @min-[52rem]:h-[52px] @min-[52rem]:border-0 @min-[52rem]:p-0',
        inside && 'bg-sunken @max-[52rem]:pl-8',
      )}
    >
      <td
        role="cell"
        className={cx(
          cell,
          'order-1 row-span-2 self-start',
          inside ? '@min-[52rem]:pl-9' : '@min-[52rem]:pl-5',
        )}
      >
        <div className="flex items-center gap-3">
          <span
            aria-hidden
            className="hidden size-8 shrink-0 place-items-center rounded-full bg-idle-tint text-idle @min-[52rem]:grid"
          >
            <Arrow className="size-4" />
          </span>
          <span className="min-w-0">
            <span className="block font-semibold">{labelOf(row)}</span>
            <span className="block text-meta text-mute">{formatTime(row.createdDate)}</span>
            {isReservedBefore(row) && (
              <span className="block text-meta text-mute">{`${heldSince} ${formatDateLong(row.reservedDate)}`}</span>
            )}
          </span>
        </div>
      </td>
      <td role="cell" className={cx(cell, 'order-4 col-span-2')}>
        <Label>Nomor transaksi</Label>
        {hasDetails(row) ? (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onDetails(row)}
            className="figures -my-3 inline-flex min-h-11 items-center rounded-control text-brand underline-offset-4 hover:underline"
          >
            <span className="sr-only">Rincian </span>
            {row.transactionNumber}
          </button>
        ) : (
          <span className="figures">{row.transactionNumber}</span>
        )}
      </td>
      <td role="cell" className={cx(cell, 'order-5 col-span-2')}>
        <Label>{row.loanNumber === null && row.isDownloadable ? 'Laporan' : 'Nomor pinjaman'}</Label>
        {(row.loanNumber !== null || !row.isDownloadable) && <LoanLink row={row} />}
        {row.isDownloadable && <ReportButton bulkFundingNumber={row.transactionNumber} />}
      </td>
      <td role="cell" className={cx(cell, 'order-2 text-right')}>
        <Amount row={row} />
        {row.isCorrection && (
          <span className="block text-meta text-mute">{correctionNote(row.typeName, row.amount)}</span>
        )}
      </td>
      <td role="cell" className={cx(cell, 'order-3 text-right @min-[52rem]:pr-5')}>
        <StatusLabel tone={status.tone}>{status.label}</StatusLabel>
      </td>
    </tr>
  )
}

const Amount = ({ row: { amount, status } }: { row: TransactionItem }) => (
  <span
    className={cx(
      'figures font-semibold',
      amount > 0 && status === 'Success' && 'text-ok',
      status === 'Failed' && 'text-mute line-through',
    )}
  >
    {signedRupiah(amount)}
  </span>
)

/** Links to the loan in the portfolio; a failed funding is not in the portfolio. */
function LoanLink({ row: { loanNumber, status } }: { row: TransactionItem }) {
  if (loanNumber === null) return <span className="figures">-</span>
  if (status === 'Failed') return <span className="figures">{loanNumber}</span>
  return (
    <Link
      to={withQuery(paths.portfolio, { loanNumber })}
      className="figures -my-3 inline-flex min-h-11 items-center text-brand underline-offset-4 hover:underline"
    >
      {loanNumber}
    </Link>
  )
}

/** On a card, the text of the column heading before the value. */
const Label = ({ children }: { children: string }) => (
  <span className="inline-block w-28 text-meta text-mute @min-[52rem]:hidden">{children}</span>
)
