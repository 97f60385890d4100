import type { TransactionDay, TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import { type ReactNode, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { dayLines } from './day-lines.ts'
import { DayPart } from './day-part.tsx'

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
        className="block w-full rounded-card bg-surface text-left text-table shadow-card @max-[52rem]:overflow-hidden @min-[52rem]:table @min-[52rem]:border-collapse"
      >
        <caption className="sr-only">Riwayat transaksi Anda, yang terbaru lebih dulu</caption>
        <thead role="rowgroup" className="hidden @min-[52rem]:table-header-group">
          <tr role="row">
            {headings.map(({ label, className }) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                className={cx('px-2 py-2 text-meta font-medium whitespace-nowrap text-mute', className)}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}

const TransactionDialog = lazyPart(() =>
  import('./transaction-dialog.tsx').then((module) => module.TransactionDialog),
)

type Props = {
  rows: readonly TransactionItem[]
  days: readonly TransactionDay[]
  /** True where a filter looks for certain transactions, which are then shown one by one. */
  isSearched: boolean
  /** True while the rows are about to be replaced by another page or filter; they are dimmed. */
  refreshing: boolean
}

/** The rows of one page by day, and the details of the one that was pressed. */
export function TransactionTable({ rows, days, isSearched, refreshing }: Props) {
  const [shown, setShown] = useState<TransactionItem | null>(null)
  const close = () => setShown(null)
  const giveUp = () => {
    close()
    toastPartMissing()
  }
  return (
    <div aria-busy={refreshing} className={cx('transition-opacity duration-150', refreshing && 'opacity-60')}>
      <Frame>
        {dayLines(rows, days, !isSearched).map((part) => (
          <DayPart key={part.day} part={part} onDetails={setShown} />
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
        <div className="hidden h-8 @min-[52rem]:block" />
        {bones.map((bone) => (
          <div
            key={bone}
            className="flex h-[127px] items-start border-line not-nth-2:border-t @min-[52rem]:border-t gap-3 p-4 @min-[52rem]:h-[52px] @min-[52rem]:items-center @min-[52rem]:px-5 @min-[52rem]:py-0"
          >
            <span className="hidden size-8 animate-glow rounded-full bg-idle-tint @min-[52rem]:block" />
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
