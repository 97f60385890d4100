import type { BorrowerItem } from '@pematang/contract/user-portfolio/endpoints'
import { cx } from '../../../ui/cx.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { ListTable } from '../list-table.tsx'
import { BorrowerRow } from './borrower-row.tsx'

const headings = [
  { label: 'Peminjam', className: 'pl-5' },
  { label: 'Pinjaman Aktif', className: 'text-right' },
  { label: 'Sudah Dibayar', className: 'text-right' },
  { label: 'Total Pinjaman', className: 'text-right' },
  { label: 'Detail', hidden: true, className: 'w-18 pr-5' },
]

/** The borrowers of one page. `refreshing` dims rows that another page or filter will replace. */
export function BorrowerTable({ rows, refreshing }: { rows: BorrowerItem[]; refreshing: boolean }) {
  return (
    <div aria-busy={refreshing} className={cx('transition-opacity duration-150', refreshing && 'opacity-60')}>
      <ListTable caption="Peminjam yang Anda danai" headings={headings}>
        {rows.map((row) => (
          <BorrowerRow key={row.borrowerId} row={row} />
        ))}
      </ListTable>
    </div>
  )
}

const bones = ['a', 'b', 'c', 'd', 'e', 'f']
const columns = ['active', 'paid', 'total']

/** Stands in the rows' own geometry until they have arrived. */
export function BorrowerSkeleton() {
  return (
    <Loading>
      <div className="@container">
        <div
          aria-hidden
          className="grid gap-3 @min-[40rem]:grid-cols-2 @min-[60rem]:block @min-[60rem]:rounded-card @min-[60rem]:bg-surface @min-[60rem]:shadow-card"
        >
          <div className="hidden h-10 @min-[60rem]:block" />
          {bones.map((bone) => (
            <div
              key={bone}
              className="flex h-[205px] items-start justify-between gap-6 rounded-card bg-surface p-4 shadow-card @min-[60rem]:h-[65px] @min-[60rem]:items-center @min-[60rem]:rounded-none @min-[60rem]:border-t @min-[60rem]:border-line @min-[60rem]:bg-transparent @min-[60rem]:px-5 @min-[60rem]:py-0 @min-[60rem]:shadow-none"
            >
              <Skeleton className="h-4 w-44" />
              {columns.map((column) => (
                <Skeleton key={column} className="hidden h-4 w-28 @min-[60rem]:block" />
              ))}
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
