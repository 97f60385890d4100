import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { paths, withQuery } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { ResultFacts } from '../../../ui/result-card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { detailFacts } from './detail-facts.ts'
import { signedRupiah } from './signed-rupiah.ts'
import { heldSince, labelOf, statusLook, typeValue } from './words.ts'

/** One transaction with its details: the payment, funding, repayment or withdrawal. */
export function TransactionDialog({ row, onClosed }: { row: TransactionItem; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const query = useQuery({
    queryKey: ['transaction', row.id, row.status],
    queryFn: ({ signal }) =>
      api('GET /transactions/detail', { query: { id: row.id, type: typeValue(row.typeName) }, signal }),
  })
  const status = statusLook(row.status)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      size="small"
      title={labelOf(row)}
      description={formatDateTimeLong(row.createdDate)}
      footer={row.loanNumber !== null && <LoanButton row={row} loanNumber={row.loanNumber} />}
    >
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="figures text-h1 font-bold">{signedRupiah(row.amount)}</span>
        <StatusLabel tone={status.tone}>{status.label}</StatusLabel>
      </p>
      {query.data ? (
        <ResultFacts
          facts={{
            'Nomor transaksi': row.transactionNumber,
            ...(row.loanNumber !== null && { 'Nomor pinjaman': row.loanNumber }),
            ...(row.reservedDate !== null && { [heldSince]: formatDateTimeLong(row.reservedDate) }),
            ...detailFacts(query.data),
          }}
        />
      ) : query.isError ? (
        <NotLoaded title="Rincian belum dapat dimuat" query={query} />
      ) : (
        <ComingFacts />
      )}
    </Dialog>
  )
}

/** Placeholder with the size of the facts. */
const ComingFacts = () => (
  <Loading>
    <div className="hairlines mt-6 rounded-popup bg-sunken px-4 sm:px-5">
      {['w-40', 'w-32', 'w-24', 'w-28'].map((width) => (
        <div key={width} className="flex h-12 items-center justify-between gap-4">
          <Skeleton className="h-4 w-28" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  </Loading>
)

/** Links to the loan in the portfolio, or to its own page if none of it is in the portfolio. */
const LoanButton = ({ row, loanNumber }: { row: TransactionItem; loanNumber: string }) => (
  <Link
    to={
      row.status === 'Failed' ? paths.marketplaceLoan(loanNumber) : withQuery(paths.portfolio, { loanNumber })
    }
    className={buttonClass('secondary')}
  >
    {row.status === 'Failed' ? 'Lihat pinjaman' : 'Lihat di portofolio'}
  </Link>
)
