import { messageOf } from '../../api/errors.ts'
import { EndOfList } from '../../lists/end-of-list.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { BulkCard } from './bulk-card.tsx'
import { BulkCardSkeleton } from './bulk-card-skeleton.tsx'
import type { useBulkProducts } from './queries.ts'

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** The bulk products as cards; the next page comes when the end of the list is near. */
export function BulkList({ query }: { query: ReturnType<typeof useBulkProducts> }) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const nextPage = () => {
    if (!isFetching) void fetchNextPage()
  }

  if (!data) {
    return (
      <Loading label="Memuat produk pendanaan…">
        <div className={grid}>
          {['a', 'b', 'c'].map((place) => (
            <BulkCardSkeleton key={place} />
          ))}
        </div>
      </Loading>
    )
  }
  if (data.products.length === 0) {
    return (
      <EmptyState picture="marketplace" title="Waah saat ini semua pinjaman sudah terdanai">
        Produk baru akan tampil di sini begitu dibuka untuk pendanaan.
      </EmptyState>
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {data.products.length} dari {data.totalData} produk ditampilkan
      </p>
      <ul className={grid}>
        {data.products.map((product) => (
          <li key={product.uploadId}>
            <BulkCard product={product} />
          </li>
        ))}
        {hasNextPage && !error && (
          <EndOfList key={`end-${data.products.length}`} onReached={nextPage}>
            <BulkCardSkeleton />
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
