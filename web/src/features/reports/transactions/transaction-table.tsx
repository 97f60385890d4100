import type { TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import { type ReactNode, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { TransactionRow } from './transaction-row.tsx'

const headings = [
  { label: 'Transaksi', className: 'pl-5' },
  { label: 'Nomor Transaksi' },
  { label: 'Nomor Pinjaman' },
  { label: 'Jumlah', className: 'text-right' },
  { label: 'Status', className: 'pr-5 text-right' },
]

/**
 * A table if there is room for it, otherwise a list of cards. The roles of all parts are explicit, since some browsers
 * drop them from a table whose display is changed.
 */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <table
        role="table"
        className="block w-full rounded-card bg-surface text-left text-table shadow-card @min-[52rem]:table @min-[52rem]:border-collapse"
      >
        <caption className="sr-only">Riwayat transaksi Anda, yang terbaru lebih dulu</caption>
        <thead role="rowgroup" className="hidden @min-[52rem]:table-header-group">
          <tr role="row">
            {headings.map(({ label, className }) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                className={cx('px-2 py-3 text-meta font-medium whitespace-nowrap text-mute', className)}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block @min-[52rem]:table-row-group">
          {children}
        </tbody>
      </table>
    </div>
  )
}

const TransactionDialog = lazyPart(() =>
  import('./transaction-dialog.tsx').then((module) => module.TransactionDialog),
)

/**
 * The rows of one page, and the details of the one that was pressed. `refreshing` dims rows that are about to be
 * replaced by another page or filter.
 */
export function TransactionTable({ rows, refreshing }: { rows: TransactionItem[]; refreshing: boolean }) {
  const [shown, setShown] = useState<TransactionItem | null>(null)
  const close = () => setShown(null)
  const giveUp = () => {
    close()
    toastPartMissing()
  }
  return (
    <div aria-busy={refreshing} className={cx('transition-opacity duration-150', refreshing && 'opacity-60')}>
      <Frame>
        {rows.map((row) => (
          <TransactionRow key={`${row.id} ${row.createdDate}`} row={row} onDetails={() => setShown(row)} />
        ))}
      </Frame>
      {shown && (
        <Part notLoaded={() => null} onNotLoaded={giveUp}>
          <TransactionDialog row={shown} onClosed={close} />
        </Part>
      )}
    </div>
  )
}

const bones = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Placeholder with the size of the rows, until they have loaded. */
export function TransactionSkeleton() {
  return (
    <Loading>
      <div aria-hidden className="@container rounded-card bg-surface shadow-card">
        <div className="hidden h-10 @min-[52rem]:block" />
        {bones.map((bone) => (
          <div
            key={bone}
            className="flex h-[135px] items-start border-line not-nth-2:border-t @min-[52rem]:border-t gap-3 p-4 @min-[52rem]:h-[65px] @min-[52rem]:items-center @min-[52rem]:px-5 @min-[52rem]:py-0"
          >
            <span className="hidden size-9 animate-glow rounded-full bg-idle-tint @min-[52rem]:block" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="h-3 w-36" />
            </div>
            <Skeleton className="h-4 w-28" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
