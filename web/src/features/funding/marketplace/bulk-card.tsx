import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { ChevronRight } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { countText } from '../../../ui/count-text.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Fact, OfferCard } from './offer-card.tsx'

/** Loans of one partner that are funded together. The whole card is a link to them. */
export function BulkCard({ product }: { product: BulkProduct }) {
  const { uploadId, openLoan, openLoanAmount, loanTypeId } = product
  const id = `product-${uploadId}`
  return (
    <OfferCard
      id={id}
      className="group relative transition-shadow has-[a:hover]:shadow-pop"
      name={product.partnerName}
      kind={product.loanTypeName}
      interest={{ rate: product.interestPercentage, of: 'Rata-rata per tahun' }}
      open={openLoanAmount}
      total={product.totalLoanAmount}
      percent={product.progress_percentage}
      facts={
        <>
          <Fact name="Nomor Produk">{product.uploadTransactionNumber}</Fact>
          <Fact name="Pinjaman terbuka">
            {countText(openLoan)}{' '}
            <span className="font-normal text-mute">dari {countText(product.totalLoan)}</span>
          </Fact>
          <Fact name="Rating">{product.grade ?? '-'}</Fact>
        </>
      }
    >
      <footer className="border-t border-line px-5 py-2">
        <Link
          to={paths.bulkList({ uploadId, totalLoan: openLoan, totalLoanAmount: openLoanAmount, loanTypeId })}
          aria-describedby={id}
          className="flex min-h-11 items-center justify-between rounded-control font-semibold text-brand after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-brand"
        >
          Lihat {countText(openLoan)} pinjaman
          {product.bulkFundingNumber !== null && (
            <span className="mr-2 ml-auto">
              <StatusLabel tone="ok">Sudah Anda danai</StatusLabel>
            </span>
          )}
          <ChevronRight
            size={20}
            aria-hidden
            className="transition-transform duration-150 group-has-[a:hover]:translate-x-0.5"
          />
        </Link>
      </footer>
    </OfferCard>
  )
}
