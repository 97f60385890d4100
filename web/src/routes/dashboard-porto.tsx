import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router'
import { Insight } from '../features/insight/index.ts'
import {
  parsePortfolioFilter,
  PortfolioFilterFields,
  PortfolioSkeleton,
  PortfolioTable,
  usePortfolio,
} from '../features/portfolio/index.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
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

const insightId = 'kinerja'

/** To the figures below the list, which on a phone is long. */
function ToInsight() {
  return (
    <Button
      variant="quiet"
      className="px-3!"
      icon={<ChartColumn aria-hidden className="size-4" />}
      onClick={() => {
        const insight = document.getElementById(insightId)
        insight?.scrollIntoView()
        insight?.focus({ preventScroll: true })
      }}
    >
      Kinerja
    </Button>
  )
}

/** Tab Portofolio: the loans that this lender has funded, and how they do. */
export default function Portfolio() {
  const { filter, active, toPage, change, reset } = useUrlFilter(paths.portfolio, parsePortfolioFilter)
  const query = usePortfolio(filter)
  // Who has lent nothing yet has nothing that could do well or badly.
  const hasLoans = active > 0 || (query.data?.pagination.totalData ?? 0) > 0
  return (
    <section aria-label="Portofolio" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FilterPanel active={active} onReset={reset} aside={hasLoans && <ToInsight />}>
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
      {hasLoans && <Insight id={insightId} />}
    </section>
  )
}
