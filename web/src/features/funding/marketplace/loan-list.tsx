import { useDeferredValue } from 'react'
import { serverTimeAt } from '../../../api/server-time.ts'
import { CardList, CardsLoading } from '../../../lists/card-list.tsx'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { NothingFound } from '../../../lists/nothing-found.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { loanCountText } from './loan-count.ts'
import { contradictions } from './contradictions.ts'
import { isFiltered, type MarketplaceFilter } from './filter.ts'
import type { ListView } from './list-view.ts'
import { LoanCard } from './loan-card.tsx'
import { LoanTable, LoanTableLoading, type RowProps } from './loan-table.tsx'
import { OfferSkeleton } from './offer-skeleton.tsx'
import type { useMarketplaceLoans } from './queries.ts'

type Props = Omit<RowProps, 'now'> & {
  query: ReturnType<typeof useMarketplaceLoans>
  filter: MarketplaceFilter
  onResetFilter: () => void
  view: ListView
}

/** The loans as a table or cards; the next page loads when the end of the list is near. */
export function LoanList({ query, filter, onResetFilter, view, ...offered }: Props) {
  const { error, dataUpdatedAt } = query
  // Cards render in several steps, so that a phone stays responsive meanwhile.
  const drawn = useDeferredValue(query.data, undefined)
  // After a change of the filter the skeleton is shown at once, not the cards of the previous filter.
  const data = query.data && drawn
  const [contradiction] = Object.values(contradictions(filter))
  if (contradiction !== undefined) {
    return (
      <Card>
        <NothingFound reason={contradiction} onReset={onResetFilter} />
      </Card>
    )
  }
  if (!query.data && error) {
    return (
      <Card>
        <NotLoaded title="Daftar pinjaman belum dapat dimuat" query={query} />
      </Card>
    )
  }
  if (!data) return view === 'table' ? <LoanTableLoading /> : cardsLoading
  if (data.loans.length === 0) return <NoLoans filter={filter} onResetFilter={onResetFilter} />

  const row = { ...offered, now: serverTimeAt(dataUpdatedAt) }
  const total = data.total.isEstimated ? loanCountText(data.total) : data.total.count
  if (view === 'table') return <LoanTable {...row} query={query} loans={data.loans} total={total} />
  return (
    <CardList
      query={query}
      items={data.loans}
      keyOf={(loan) => loan.loanNumber}
      total={total}
      what="pinjaman"
      renderItem={(loan) => <LoanCard {...row} loan={loan} />}
      skeleton={<OfferSkeleton of="loan" />}
      estimate={441}
    />
  )
}

const cardsLoading = (
  <CardsLoading label="Memuat pinjaman…" count={6} skeleton={<OfferSkeleton of="loan" />} />
)

const NoLoans = ({ filter, onResetFilter }: Pick<Props, 'filter' | 'onResetFilter'>) => (
  <Card>
    {isFiltered(filter) ? (
      <NothingFound reason="Tidak ada pinjaman yang cocok dengan filter ini." onReset={onResetFilter} />
    ) : (
      <EmptyState picture="marketplace" title="Waah saat ini semua pinjaman sudah terdanai">
        Pinjaman baru akan tampil di sini begitu dibuka untuk pendanaan.
      </EmptyState>
    )}
  </Card>
)
