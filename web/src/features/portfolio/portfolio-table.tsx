import type { PortfolioItem } from '@pematang/contract/portfolio/endpoints'
import { cx } from '../../ui/cx.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { type ListHeading, ListTable } from './list-table.tsx'
import { PortfolioRow } from './portfolio-row.tsx'

const headings: ListHeading[] = [
  { label: 'Peminjam', className: 'pl-5' },
  { label: 'Nomor Pinjaman' },
  { label: 'Jumlah Pendanaan', className: 'text-right' },
  { label: 'Tanggal Pendanaan', className: 'pl-4' },
  { label: 'Jatuh Tempo' },
  { label: 'Status' },
  { label: 'Dokumen', className: 'pr-14 text-right' },
]

/** The rows of one page. `refreshing` dims rows that another page or filter will replace. */
export function PortfolioTable({ rows, refreshing }: { rows: PortfolioItem[]; refreshing: boolean }) {
  return (
    <div aria-busy={refreshing} className={cx('transition-opacity duration-150', refreshing && 'opacity-60')}>
      <ListTable caption="Pinjaman yang Anda danai" headings={headings}>
        {rows.map((row) => (
          <PortfolioRow key={row.propertyLenderId} row={row} />
        ))}
      </ListTable>
    </div>
  )
}

const bones = ['a', 'b', 'c', 'd', 'e', 'f']
const columns = ['number', 'amount', 'funded', 'due']

/** Stands in the rows' own geometry until they have arrived. */
export function PortfolioSkeleton() {
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
              className="flex h-[245px] items-start justify-between gap-6 rounded-card bg-surface p-4 shadow-card @min-[60rem]:h-[65px] @min-[60rem]:items-center @min-[60rem]:rounded-none @min-[60rem]:border-t @min-[60rem]:border-line @min-[60rem]:bg-transparent @min-[60rem]:px-5 @min-[60rem]:py-0 @min-[60rem]:shadow-none"
            >
              <span className="grid gap-2">
                <Skeleton className="h-4 w-36" />
                <Skeleton className="h-3 w-20" />
              </span>
              {columns.map((column) => (
                <Skeleton key={column} className="hidden h-4 w-28 @min-[60rem]:block" />
              ))}
              <Skeleton className="h-6 w-16" />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
