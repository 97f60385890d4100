import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ListSkeleton } from '../../../lists/list-skeleton.tsx'
import { type ListHeading, ListTable } from '../../../lists/list-table.tsx'
import { PortfolioRow } from './portfolio-row.tsx'

const headings: ListHeading[] = [
  { label: 'Penerima Dana', className: 'pl-5' },
  { label: 'Nomor Pinjaman' },
  { label: 'Jumlah Pendanaan', className: 'text-right' },
  { label: 'Tanggal Pendanaan', className: 'pl-4' },
  { label: 'Jatuh Tempo' },
  { label: 'Angsuran Berikutnya' },
  { label: 'Status' },
  { label: 'Dokumen dan angsuran', hidden: true },
]

/** The rows of one page. `refreshing` dims rows that are about to be replaced by another page or filter. */
export function PortfolioTable({ rows, refreshing }: { rows: PortfolioItem[]; refreshing: boolean }) {
  return (
    <ListTable caption="Pinjaman yang Anda danai" headings={headings} refreshing={refreshing}>
      {rows.map((row) => (
        <PortfolioRow key={row.propertyLenderId} row={row} />
      ))}
    </ListTable>
  )
}

/** Placeholder with the size of the rows, until they have loaded. */
export const PortfolioSkeleton = () => (
  <ListSkeleton
    height="h-[245px]"
    columns={['number', 'amount', 'funded', 'due', 'next']}
    first={<Skeleton className="h-4 w-36" />}
    last={<Skeleton className="h-6 w-16" />}
  />
)
