import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { type ReactNode, useDeferredValue } from 'react'
import { serverTimeAt } from '../../../api/server-time.ts'
import { CardList, CardsLoading } from '../../../lists/card-list.tsx'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { NothingFound } from '../../../lists/nothing-found.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { loanCountText } from './loan-count.ts'
import { contradictions } from './contradictions.ts'
import { isFiltered, type MarketplaceFilter } from './filter.ts'
import { LoanCard } from './loan-card.tsx'
import { OfferSkeleton } from './offer-skeleton.tsx'
import type { useMarketplaceLoans } from './queries.ts'

type Props = {
  query: ReturnType<typeof useMarketplaceLoans>
  filter: MarketplaceFilter
  onResetFilter: () => void
  onFund: (loan: MarketplaceLoan) => void
  /** Renders a control of the card beside its button; `describedBy` is the id of the card's heading. */
  renderChoice: (loan: MarketplaceLoan, describedBy: string) => ReactNode
}

/** The loans as cards; the next page loads when the end of the list is near. */
export function LoanList({ query, filter, onResetFilter, onFund, renderChoice }: Props) {
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
  if (!data) {
    return <CardsLoading label="Memuat pinjaman…" count={6} skeleton={<OfferSkeleton of="loan" />} />
  }
  if (data.loans.length === 0) return <NoLoans filter={filter} onResetFilter={onResetFilter} />

  const now = new Date(serverTimeAt(dataUpdatedAt))
  return (
    <CardList
      query={query}
      items={data.loans}
      keyOf={(loan) => loan.loanNumber}
      total={data.total.isEstimated ? loanCountText(data.total) : data.total.count}
      what="pinjaman"
      renderItem={(loan) => <LoanCard loan={loan} now={now} onFund={onFund} renderChoice={renderChoice} />}
      skeleton={<OfferSkeleton of="loan" />}
    />
  )
}

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
