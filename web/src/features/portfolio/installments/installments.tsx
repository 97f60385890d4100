import type { InstallmentItem, PortfolioItem } from '@pematang/contract/portfolio/endpoints'
import { api } from '../../../api/client.ts'
import { detailRowsPerPage, useDetailPages } from '../detail-pages.ts'
import { DetailPanel } from '../detail-panel.tsx'
import { expectedInstallments } from './expected.ts'
import { InstallmentRow } from './installment-row.tsx'

const headings = [
  { label: 'Jatuh Tempo', className: 'pl-5' },
  { label: 'Pokok', className: 'text-right' },
  { label: 'Bunga', className: 'text-right' },
  { label: 'Denda', className: 'text-right' },
  { label: 'Pajak', className: 'text-right' },
  { label: 'Total Dibayar', className: 'text-right' },
  { label: 'Status', className: 'pr-5 text-right' },
]

/** The installments of one funding. A failure is told in the panel itself, and takes nothing else with it. */
export function Installments({ row }: { row: PortfolioItem }) {
  const { propertyLenderId, loanNumber } = row
  const query = useDetailPages<InstallmentItem>(['installments', propertyLenderId], (page, signal) =>
    api('GET /portfolio/detail', {
      query: { propertyLenderId, page, limit: detailRowsPerPage },
      signal,
      quiet: true,
    }),
  )
  return (
    <DetailPanel
      label={`Angsuran ${loanNumber}`}
      query={query}
      expected={expectedInstallments(row)}
      headings={headings}
      renderRow={(installment) => <InstallmentRow key={installment.paymentNo} row={installment} />}
      empty="Pinjaman ini tidak memiliki angsuran."
    />
  )
}
