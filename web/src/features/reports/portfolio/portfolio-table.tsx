import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { type ListHeading, ListTable } from './list-table.tsx'
import { PortfolioRow } from './portfolio-row.tsx'

const headings: ListHeading[] = [
  { label: 'Penerima Dana', className: 'pl-5' },
  { label: 'Nomor Pinjaman' },
  { label: 'Jumlah Pendanaan', className: 'text-right' },
  { label: 'Tanggal Pendanaan', className: 'pl-6 @min-[70rem]:pl-4' },
  { label: 'Jatuh Tempo', className: '@min-[70rem]:pl-3.5' },
  { label: 'Status' },
  { label: 'Dokumen', className: 'pr-17 text-right' },
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
    columns={['number', 'amount', 'funded', 'due']}
    first={
      <span className="grid gap-2">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="h-3 w-20" />
      </span>
    }
    last={<Skeleton className="h-6 w-16" />}
  />
)
