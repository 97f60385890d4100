import { formatDateLong } from '@pematang/contract/format/date'
import type { InstallmentItem } from '@pematang/contract/reports/portfolio/endpoints'
import { cx } from '../../../../ui/cx.ts'
import { Money } from '../../../../ui/money.tsx'
import { StatusLabel } from '../../../../ui/status-label.tsx'
import { DetailAmount, DetailCell, detailRow } from '../detail-cell.tsx'
import { startHere } from '../detail-panel.tsx'
import { installmentLook } from './status.ts'

type Props = {
  row: InstallmentItem
  /** True for the first unpaid installment. */
  isNext: boolean
}

/** One installment: the amount due, what reached the cash balance and when, and what is still unpaid. */
export function InstallmentRow({ row, isNext }: Props) {
  const status = installmentLook(row.statusName)
  return (
    <tr role="row" className={detailRow} {...(isNext && startHere)}>
      <DetailCell className="@min-[46rem]:pl-5">
        <span className="figures block font-semibold">{formatDateLong(row.dueDate)}</span>
        <span className="block text-meta text-mute">Angsuran {row.paymentNo}</span>
      </DetailCell>
      <DetailAmount label="Pokok" amount={row.principalPayment} />
      <DetailAmount label="Bunga" amount={row.interestPayment} />
      <DetailAmount label="Denda" amount={row.penaltyPayment} />
      <DetailAmount label="Pajak" amount={row.tax} />
      <DetailAmount label="Bersih" amount={row.netPayment} />
      <DetailAmount label="Total dibayar" amount={row.totalPaid} strong>
        {row.paidOn !== null && (
          <span className="figures block text-meta text-mute">{formatDateLong(row.paidOn)}</span>
        )}
        {row.stillDue > 0 && (
          <span className="block text-meta text-mute">
            Sisa <Money amount={row.stillDue} />
          </span>
        )}
      </DetailAmount>
      <DetailCell className="@max-[46rem]:order-first @max-[46rem]:col-start-2 @max-[46rem]:row-start-1 @max-[46rem]:justify-self-end @max-[46rem]:text-right @min-[46rem]:pr-5 @min-[46rem]:text-right">
        <StatusLabel tone={status.tone}>{status.label}</StatusLabel>
        {row.daysLate > 0 && (
          <span
            className={cx(
              'block text-meta whitespace-nowrap',
              row.statusName === 'PAID' ? 'text-mute' : 'text-bad',
            )}
          >
            {row.statusName === 'LATE' ? `${row.daysLate} hari` : `Terlambat ${row.daysLate} hari`}
          </span>
        )}
      </DetailCell>
    </tr>
  )
}
