import type { BorrowerItem } from '@pematang/contract/reports/borrowers/endpoints'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ListSkeleton } from '../../../../lists/list-skeleton.tsx'
import { ListTable } from '../../../../lists/list-table.tsx'
import { BorrowerRow } from './borrower-row.tsx'

const headings = [
  { label: 'Penerima Dana', className: 'pl-5' },
  { label: 'Pinjaman Aktif', className: 'w-[17%] text-right' },
  { label: 'Sudah Dibayar', className: 'w-[30%] text-right' },
  { label: 'Total Pinjaman', className: 'w-[17%] text-right' },
  { label: 'Detail', hidden: true, className: 'w-18 pr-5' },
]

/** The borrowers of one page. `refreshing` dims rows that are about to be replaced by another page or filter. */
export function BorrowerTable({ rows, refreshing }: { rows: BorrowerItem[]; refreshing: boolean }) {
  return (
    <ListTable caption="Penerima Dana yang Anda danai" headings={headings} refreshing={refreshing}>
      {rows.map((row) => (
        <BorrowerRow key={row.borrowerId} row={row} />
      ))}
    </ListTable>
  )
}

/** Placeholder with the size of the rows, until they have loaded. */
export const BorrowerSkeleton = () => (
  <ListSkeleton
    height="h-[217px]"
    columns={['active', 'paid', 'total']}
    first={<Skeleton className="h-4 w-44" />}
  />
)
