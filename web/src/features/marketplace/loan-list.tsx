import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { CardList, CardsLoading } from '../../lists/card-list.tsx'
import { NotLoaded } from '../../lists/not-loaded.tsx'
import { NothingFound } from '../../lists/nothing-found.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isFiltered, type MarketplaceFilter } from './filter.ts'
import { LoanCard } from './loan-card.tsx'
import { OfferSkeleton } from './offer-skeleton.tsx'
import { useMarketplaceLoans } from './queries.ts'

type Props = {
  filter: MarketplaceFilter
  onResetFilter: () => void
  onFund: (loan: MarketplaceLoan) => void
}

/** The loans as cards; the next page comes when the end of the list is near. */
export function LoanList({ filter, onResetFilter, onFund }: Props) {
  const query = useMarketplaceLoans(filter)
  const { data, error, dataUpdatedAt } = query
  if (!data && error) {
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

  const now = new Date(dataUpdatedAt)
  return (
    <CardList
      query={query}
      items={data.loans}
      keyOf={(loan) => loan.loanNumber}
      total={data.totalData}
      what="pinjaman"
      renderItem={(loan) => <LoanCard loan={loan} now={now} onFund={onFund} />}
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
