import { ChartColumn } from 'lucide-react'
import { Insight } from '../features/reports/insight/index.ts'
import {
  exportPortfolio,
  parsePortfolioFilter,
  type PortfolioFilter,
  PortfolioFilterFields,
  PortfolioSkeleton,
  PortfolioTable,
  usePortfolio,
} from '../features/reports/portfolio/index.ts'
import { ExportMenu } from '../lists/export-menu.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { FilterPanel } from './dashboard/filter-panel.tsx'
import { hasNothing } from './dashboard/has-nothing.ts'
import { ListSection } from './dashboard/list-section.tsx'
import { LoansPlace } from './dashboard/loans-place.tsx'
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

/** A link to the figures below the list, because the list is long on a phone. */
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

/** Buttons for the filtered list, beside the filters. */
const Aside = ({ filter }: { filter: PortfolioFilter }) => (
  <>
    <ExportMenu what="Portofolio" load={(format) => exportPortfolio(filter, format)} />
    <ToInsight />
  </>
)

/** The tab Portofolio: the loans that this lender has funded, and their performance. */
export default function Portfolio() {
  const { filter, active, toPage, change, reset } = useUrlFilter(paths.portfolio, parsePortfolioFilter)
  const query = usePortfolio(filter)
  // Without loans, the figures about them are not shown.
  const hasLoans = active > 0 || (query.data?.pagination.totalData ?? 0) > 0
  const isEmpty = hasNothing(query, active)
  return (
    <section aria-label="Portofolio" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!isEmpty && (
        <FilterPanel active={active} onReset={reset} aside={hasLoans && <Aside filter={filter} />}>
          <PortfolioFilterFields filter={filter} onFilter={change} />
        </FilterPanel>
      )}
      <LoansPlace>
        <ListSection
          what="pinjaman"
          query={query}
          page={filter.page}
          toPage={toPage}
          skeleton={<PortfolioSkeleton />}
          renderRows={({ list }, refreshing) => <PortfolioTable rows={list} refreshing={refreshing} />}
          empty={nothingFunded}
          filtered={active > 0}
          onReset={reset}
        />
      </LoansPlace>
      {hasLoans && <Insight id={insightId} />}
    </section>
  )
}
