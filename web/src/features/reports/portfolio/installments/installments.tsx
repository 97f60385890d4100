import type { InstallmentItem, PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'
import { api } from '../../../../api/client.ts'
import { detailRowsPerPage, useDetailPages } from '../detail-pages.ts'
import { DetailPanel } from '../detail-panel.tsx'
import { CollectionPart } from './collection.tsx'
import { expectedInstallments } from './expected.ts'
import { InstallmentRow } from './installment-row.tsx'
import { OpenedFacts } from './opened-facts.tsx'

const headings = [
  { label: 'Jatuh Tempo', className: 'pl-5' },
  { label: 'Pokok', className: 'text-right' },
  { label: 'Bunga', className: 'text-right' },
  { label: 'Denda', className: 'text-right' },
  { label: 'Pajak', className: 'text-right' },
  { label: 'Bersih', className: 'text-right' },
  { label: 'Total Dibayar', className: 'text-right' },
  { label: 'Status', className: 'pr-5 text-right' },
]

/** The installments of one funding, starting at the next unpaid one. A failure is shown only in the panel. */
export function Installments({ row }: { row: PortfolioItem }) {
  const { propertyLenderId, loanNumber } = row
  const query = useDetailPages<InstallmentItem>(
    ['installments', propertyLenderId],
    (page, signal) =>
      api('GET /portfolio/detail', {
        query: {
          propertyLenderId,
          limit: detailRowsPerPage,
          ...(page === null ? { open: 'UNPAID' } : { page }),
        },
        signal,
        quiet: true,
      }),
    null,
  )
  const next = query.data?.rows.find(({ statusName }) => statusName !== 'PAID')?.paymentNo
  return (
    <>
      <OpenedFacts row={row} />
      <CollectionPart row={row} />
      <DetailPanel
        label={`Angsuran ${loanNumber}`}
        query={query}
        expected={expectedInstallments(row)}
        headings={headings}
        renderRow={(installment) => (
          <InstallmentRow
            key={installment.paymentNo}
            row={installment}
            isNext={installment.paymentNo === next}
          />
        )}
        empty="Pinjaman ini tidak memiliki angsuran."
      />
    </>
  )
}
