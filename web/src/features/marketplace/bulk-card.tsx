import type { BulkProduct } from '@pematang/contract/bulk-funding/endpoints'
import { formatInterest } from '@pematang/contract/format/interest'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { countText } from '../../ui/count-text.ts'
import { Money } from '../../ui/money.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { percentText } from './figures.ts'

/** Loans of one partner that are funded together. The whole card leads to them. */
export function BulkCard({ product }: { product: BulkProduct }) {
  const { uploadId, openLoan, openLoanAmount, loanTypeId } = product
  const name = `product-${uploadId}`
  return (
    <Card
      aria-labelledby={name}
      className="group relative flex h-full flex-col transition-shadow has-[a:hover]:shadow-pop"
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-5">
        <div className="min-w-0">
          <h2 id={name} className="truncate font-semibold">
            {product.partnerName}
          </h2>
          <p className="truncate text-table text-mute">{product.loanTypeName}</p>
        </div>
        <p className="shrink-0 text-right">
          <span className="figures block text-section font-semibold text-brand">
            {formatInterest(product.interestPercentage)}
          </span>
          <span className="block text-meta text-mute">Rata-rata per tahun</span>
        </p>
      </header>
      <div className="px-5 pt-4">
        <dl>
          <dt className="text-table text-mute">Sisa Pendanaan</dt>
          <dd>
            <Money amount={openLoanAmount} className="text-money font-bold" />
          </dd>
        </dl>
        <ProgressBar
          percent={product.progress_percentage}
          label="Bagian yang sudah terdanai"
          className="mt-3"
        />
        <p className="mt-2 flex justify-between gap-4 text-meta text-mute">
          <span className="figures">{percentText(product.progress_percentage)} terdanai</span>
          <span className="truncate">
            dari <Money amount={product.totalLoanAmount} />
          </span>
        </p>
      </div>
      <dl className="hairlines mt-4 px-5">
        <Fact name="Nomor Produk">{product.uploadTransactionNumber}</Fact>
        <Fact name="Pinjaman terbuka">
          {countText(openLoan)}{' '}
          <span className="font-normal text-mute">dari {countText(product.totalLoan)}</span>
        </Fact>
        <Fact name="Rating">{product.grade ?? '-'}</Fact>
      </dl>
      <footer className="mt-auto border-t border-line px-5 py-2">
        <Link
          to={paths.bulkList({ uploadId, totalLoan: openLoan, totalLoanAmount: openLoanAmount, loanTypeId })}
          aria-describedby={name}
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
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1.5 text-table">
      <dt className="shrink-0 text-mute">{name}</dt>
      <dd className="figures min-w-0 truncate text-right font-medium">{children}</dd>
    </div>
  )
}
