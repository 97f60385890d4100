import { formatDateLong } from '@pematang/contract/format/date'
import type { InstallmentItem } from '@pematang/contract/portfolio/endpoints'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { DetailAmount, DetailCell, detailRow } from '../detail-cell.tsx'
import { installmentLook } from './status.ts'

/** One installment: what is due of it, and what has reached the cash balance. */
export function InstallmentRow({ row }: { row: InstallmentItem }) {
  const status = installmentLook(row.statusName)
  return (
    <tr role="row" className={detailRow}>
      <DetailCell className="@min-[46rem]:pl-5">
        <span className="figures block font-semibold">{formatDateLong(row.dueDate)}</span>
        <span className="block text-meta text-mute">Angsuran {row.paymentNo}</span>
      </DetailCell>
      <DetailAmount label="Pokok" amount={row.principalPayment} />
      <DetailAmount label="Bunga" amount={row.interestPayment} />
      <DetailAmount label="Denda" amount={row.penaltyPayment} />
      <DetailAmount label="Pajak" amount={row.tax} />
      <DetailAmount label="Total dibayar" amount={row.totalPaid} strong />
      <DetailCell className="@max-[46rem]:order-first @max-[46rem]:col-start-2 @max-[46rem]:row-start-1 @max-[46rem]:justify-self-end @min-[46rem]:pr-5 @min-[46rem]:text-right">
        <StatusLabel tone={status.tone}>{status.label}</StatusLabel>
      </DetailCell>
    </tr>
  )
}
