import { CardList, CardsLoading } from '../../../lists/card-list.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BulkCard } from './bulk-card.tsx'
import { OfferSkeleton } from './offer-skeleton.tsx'
import type { useBulkProducts } from './queries.ts'

/** The bulk products as cards; the next page loads when the end of the list is near. */
export function BulkList({ query }: { query: ReturnType<typeof useBulkProducts> }) {
  const { data } = query
  if (!data) {
    return (
      <CardsLoading label="Memuat produk pendanaan…" count={3} skeleton={<OfferSkeleton of="product" />} />
    )
  }
  if (data.products.length === 0) {
    return (
      <Card>
        <EmptyState picture="marketplace" title="Waah saat ini semua pinjaman sudah terdanai">
          Produk baru akan tampil di sini begitu dibuka untuk pendanaan.
        </EmptyState>
      </Card>
    )
  }
  return (
    <CardList
      query={query}
      items={data.products}
      keyOf={(product) => product.uploadId}
      total={data.totalData}
      what="produk"
      renderItem={(product) => <BulkCard product={product} />}
      skeleton={<OfferSkeleton of="product" />}
      estimate={356}
    />
  )
}
