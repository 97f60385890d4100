import { Link } from 'react-router'
import {
  parsePortfolioFilter,
  PortfolioFilterFields,
  PortfolioSkeleton,
  PortfolioTable,
  usePortfolio,
} from '../features/portfolio/index.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterPanel } from './dashboard/filter-panel.tsx'
import { ListSection } from './dashboard/list-section.tsx'
import { useUrlFilter } from './dashboard/url-filter.ts'

const nothingFunded = (
  <EmptyState
    picture="list"
    title="Belum ada pinjaman yang Anda danai"
    action={
      <Link to={paths.marketplace} className={buttonClass('primary')}>
        Lihat Marketplace
      </Link>
    }
  >
    Pilih pinjaman di Marketplace, dan pendanaan Anda akan tampil di sini.
  </EmptyState>
)

/** Tab Portofolio: the loans that this lender has funded. */
export default function Portfolio() {
  const { filter, active, toPage, change, reset } = useUrlFilter(paths.portfolio, parsePortfolioFilter)
  const query = usePortfolio(filter)
  return (
    <section aria-label="Portofolio" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FilterPanel active={active} onReset={reset}>
        <PortfolioFilterFields filter={filter} onFilter={change} />
      </FilterPanel>
      <ListSection
        query={query}
        page={filter.page}
        toPage={toPage}
        skeleton={<PortfolioSkeleton />}
        renderRows={(rows, refreshing) => <PortfolioTable rows={rows} refreshing={refreshing} />}
        empty={nothingFunded}
        filtered={active > 0}
        onReset={reset}
      />
    </section>
  )
}
