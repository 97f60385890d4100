import { formatDateLong } from '@pematang/contract/format/date'
import type { BorrowerItem, BorrowerLoanItem } from '@pematang/contract/reports/borrowers/endpoints'
import { api } from '../../../../api/client.ts'
import { DetailAmount, DetailCell, detailRow } from '../detail-cell.tsx'
import { detailRowsPerPage, useDetailPages } from '../detail-pages.ts'
import { DetailPanel } from '../detail-panel.tsx'
import { LoanStatus } from '../loan-status.tsx'

const headings = [
  { label: 'Nomor Pinjaman', className: 'pl-5' },
  { label: 'Tanggal Pendanaan' },
  { label: 'Jumlah Pendanaan', className: 'text-right' },
  { label: 'Status', className: 'pr-5 text-right' },
]

/** The loans to one borrower, the newest first. */
export function BorrowerLoans({ borrower: { borrowerId, borrowerName } }: { borrower: BorrowerItem }) {
  const query = useDetailPages<BorrowerLoanItem>(['borrower-loans', String(borrowerId)], (page, signal) =>
    api('GET /user-portfolio/detail', {
      query: { borrowerId: String(borrowerId), page: page ?? 1, limit: detailRowsPerPage },
      signal,
      quiet: true,
    }),
  )
  return (
    <DetailPanel
      label={`Pinjaman ${borrowerName}`}
      query={query}
      expected={1}
      headings={headings}
      renderRow={(loan) => <LoanRow key={loan.propertyLenderId} loan={loan} />}
      empty="Belum ada pinjaman."
    />
  )
}

function LoanRow({ loan }: { loan: BorrowerLoanItem }) {
  return (
    <tr role="row" className={detailRow}>
      <DetailCell className="font-semibold @min-[46rem]:pl-5">
        <span className="figures">{loan.loanNumber}</span>
      </DetailCell>
      <DetailCell label="Tanggal pendanaan" className="@max-[46rem]:row-start-2">
        <span className="figures">{formatDateLong(loan.fundingDate)}</span>
      </DetailCell>
      <DetailAmount label="Jumlah pendanaan" amount={loan.loanAmount} />
      <DetailCell className="@max-[46rem]:col-start-2 @max-[46rem]:row-start-1 @max-[46rem]:justify-self-end @min-[46rem]:pr-5 @min-[46rem]:text-right">
        <LoanStatus status={loan.loanStatusName} />
      </DetailCell>
    </tr>
  )
}
