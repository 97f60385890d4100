import {
  BorrowerFilterFields,
  BorrowerSkeleton,
  BorrowerTable,
  parseBorrowerFilter,
  useBorrowers,
} from '../features/reports/portfolio/index.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { FilterPanel } from './dashboard/filter-panel.tsx'
import { hasNothing } from './dashboard/has-nothing.ts'
import { ListSection } from './dashboard/list-section.tsx'
import { useUrlFilter } from './dashboard/url-filter.ts'

const nobodyFunded = (
  <EmptyState
    picture="list"
    title="Belum ada Penerima Dana yang Anda danai"
    action={
      <Link to={paths.marketplace} className={buttonClass('primary')}>
        Lihat Marketplace
      </Link>
    }
  >
    Setelah perjanjian pendanaan Anda ditandatangani, Penerima Dana akan tampil di sini.
  </EmptyState>
)

/** The tab User Portofolio: the borrowers that this lender has lent to. */
export default function UserPortfolio() {
  const { filter, active, toPage, change, reset } = useUrlFilter(paths.userPortfolio, parseBorrowerFilter)
  const query = useBorrowers(filter)
  return (
    <section aria-label="User Portofolio" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!hasNothing(query, active) && (
        <FilterPanel active={active} onReset={reset}>
          <BorrowerFilterFields filter={filter} onFilter={change} />
        </FilterPanel>
      )}
      <ListSection
        what="Penerima Dana"
        query={query}
        page={filter.page}
        toPage={toPage}
        skeleton={<BorrowerSkeleton />}
        renderRows={({ list }, refreshing) => <BorrowerTable rows={list} refreshing={refreshing} />}
        empty={nobodyFunded}
        filtered={active > 0}
        onReset={reset}
      />
    </section>
  )
}
