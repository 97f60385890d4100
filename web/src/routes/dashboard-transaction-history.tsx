import {
  ExportActions,
  isSearched,
  parseTransactionFilter,
  TransactionFilterFields,
  TransactionSkeleton,
  TransactionTable,
  useTransactions,
} from '../features/reports/transactions/index.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { countText } from '../ui/count-text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FilterPanel } from './dashboard/filter-panel.tsx'
import { hasNothing } from './dashboard/has-nothing.ts'
import { ListSection } from './dashboard/list-section.tsx'
import { useUrlFilter } from './dashboard/url-filter.ts'

const nothingMoved = (
  <EmptyState
    picture="list"
    title="Belum ada transaksi"
    action={
      <Link to={paths.marketplace} className={buttonClass('primary')}>
        Lihat Marketplace
      </Link>
    }
  >
    Setiap dana yang masuk dan keluar dari Cash Balance Anda akan tercatat di sini.
  </EmptyState>
)

/** The tab Transaction History: the entries of the cash balance. */
export default function Transactions() {
  const { filter, active, toPage, change, reset } = useUrlFilter(paths.transactions, parseTransactionFilter)
  const query = useTransactions(filter)
  const total = query.data?.pagination.totalData ?? 0
  return (
    <section aria-label="Transaction History" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!hasNothing(query, active) && (
        <FilterPanel active={active} onReset={reset}>
          <TransactionFilterFields filter={filter} onFilter={change} />
        </FilterPanel>
      )}
      {(total > 0 || query.isPending) && (
        <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <p className="text-table text-mute">
            {query.isPending ? <Skeleton className="h-4 w-24" /> : `${countText(total)} transaksi`}
          </p>
          {!isSearched(filter) && (
            <p className="text-meta text-mute max-md:order-last max-md:-mt-2 max-md:w-full md:mr-auto">
              Saldo akhir termasuk dana yang ditahan.
            </p>
          )}
          <ExportActions filter={filter} />
        </div>
      )}
      <ListSection
        what="transaksi"
        query={query}
        page={filter.page}
        toPage={toPage}
        skeleton={<TransactionSkeleton />}
        renderRows={({ list, days }, refreshing) => (
          <TransactionTable rows={list} days={days} isSearched={isSearched(filter)} refreshing={refreshing} />
        )}
        empty={nothingMoved}
        filtered={active > 0}
        onReset={reset}
      />
    </section>
  )
}
