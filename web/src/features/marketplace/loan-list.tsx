import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { messageOf } from '../../api/errors.ts'
import { EndOfList } from '../../lists/end-of-list.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { isFiltered, type MarketplaceFilter } from './filter.ts'
import { LoanCard } from './loan-card.tsx'
import { LoanCardSkeleton } from './loan-card-skeleton.tsx'
import { useMarketplaceLoans } from './queries.ts'

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3'

type Props = {
  filter: MarketplaceFilter
  onResetFilter: () => void
  onFund: (loan: MarketplaceLoan) => void
}

/** The loans as cards; the next page comes when the end of the list is near. */
export function LoanList({ filter, onResetFilter, onFund }: Props) {
  const query = useMarketplaceLoans(filter)
  const { data, error, dataUpdatedAt, hasNextPage, isFetching, fetchNextPage } = query
  const nextPage = () => {
    if (!isFetching) void fetchNextPage()
  }

  if (!data && error) {
    return (
      <EmptyState
        picture="list"
        title="Daftar pinjaman belum dapat dimuat"
        action={
          <Button variant="secondary" busy={isFetching} onClick={() => query.refetch()}>
            Coba lagi
          </Button>
        }
      >
        {messageOf(error)}
      </EmptyState>
    )
  }
  if (!data) {
    return (
      <Loading label="Memuat pinjaman…">
        <div className={grid}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
            <LoanCardSkeleton key={place} />
          ))}
        </div>
      </Loading>
    )
  }
  if (data.loans.length === 0) return <NoLoans filter={filter} onResetFilter={onResetFilter} />

  const now = new Date(dataUpdatedAt)
  return (
    <>
      <p role="status" className="sr-only">
        {data.loans.length} dari {data.totalData} pinjaman ditampilkan
      </p>
      <ul className={grid}>
        {data.loans.map((loan) => (
          <li key={loan.loanNumber}>
            <LoanCard loan={loan} now={now} onFund={onFund} />
          </li>
        ))}
        {hasNextPage && !error && (
          // A new end for each page: it is observed anew, also where the page before did not fill the screen.
          <EndOfList key={`end-${data.loans.length}`} onReached={nextPage}>
            <LoanCardSkeleton />
          </EndOfList>
        )}
      </ul>
      {hasNextPage && error && (
        <p role="alert" className="mt-6 flex flex-wrap items-center justify-center gap-x-3 text-mute">
          {messageOf(error)}
          <Button variant="secondary" busy={isFetching} onClick={() => fetchNextPage()}>
            Coba lagi
          </Button>
        </p>
      )}
    </>
  )
}

function NoLoans({ filter, onResetFilter }: Pick<Props, 'filter' | 'onResetFilter'>) {
  if (!isFiltered(filter)) {
    return (
      <EmptyState picture="marketplace" title="Waah saat ini semua pinjaman sudah terdanai">
        Pinjaman baru akan tampil di sini begitu dibuka untuk pendanaan.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture="filter"
      title="Pinjaman tidak ditemukan"
      action={
        <Button variant="secondary" onClick={onResetFilter}>
          Reset filter
        </Button>
      }
    >
      Coba reset atau ubah filter kamu, ya
    </EmptyState>
  )
}
