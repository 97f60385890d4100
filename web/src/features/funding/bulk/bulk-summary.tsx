import type { BulkLoan, BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { formatInterest } from '@pematang/contract/format/interest'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isNotFound, messageOf } from '../../../api/errors.ts'
import { cardGrid, CardsLoading, endOfPages, MoreFailed } from '../../../lists/card-list.tsx'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { WindowGrid } from '../../../lists/window-grid.tsx'
import { paths } from '../../../paths.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { toastPartMissing } from '../../../ui/part-missing.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BulkLoanCard, bulkLoanCardHeight, BulkLoanCardSkeleton } from './bulk-loan-card.tsx'
import { type ShownLoans, shownLoans } from './change-words.ts'
import { FundingBar, FundingError } from './funding-bar.tsx'
import { bulkLoansKey, useBulkLoans, useBulkNumbers } from './queries.ts'

const BulkFlow = lazyPart(() => import('./bulk-flow.tsx').then((module) => module.BulkFlow))

type Props = {
  uploadId: string
  /** The figures in the URL, shown until the server has answered. */
  addressed: { count: number; total: number }
  lenderUserId: number
  onProgress: () => void
  onMarketplace: () => void
}

/** One product: its loans as cards, and the bar with the button that funds all of them. */
export function BulkSummary({ uploadId, addressed, lenderUserId, onProgress, onMarketplace }: Props) {
  const query = useBulkLoans(uploadId)
  const client = useQueryClient()
  // The product as it was when the funding started: the list below may be refetched meanwhile.
  const [funding, setFunding] = useState<{ product: BulkProduct; seen: ShownLoans['loans'] } | null>(null)
  const [fundingError, setFundingError] = useState<string | null>(null)
  const product = query.data?.product ?? null
  const numbers = useBulkNumbers(product, query.data?.loans.length ?? 0)
  // The list loads first. The code of the dialogs is then prefetched, before the button can be pressed.
  useEffect(() => void BulkFlow.preload(), [])

  const readAgain = () => void client.resetQueries({ queryKey: bulkLoansKey(uploadId) })

  function content() {
    if (!query.data && query.error) return <NoProduct query={query} error={query.error} />
    if (product?.openLoan === 0) return <NothingOpen error={fundingError} />
    return (
      <>
        {query.data ? (
          <Loans query={query} />
        ) : (
          <CardsLoading label="Memuat pinjaman…" count={6} skeleton={<BulkLoanCardSkeleton />} />
        )}
        <FundingBar
          count={product?.openLoan ?? addressed.count}
          total={product?.openLoanAmount ?? addressed.total}
          ready={product !== null}
          bulkFundingNumber={product?.bulkFundingNumber ?? null}
          onProgress={onProgress}
          error={fundingError}
          onFund={() => {
            setFundingError(null)
            if (query.data && product)
              setFunding({ product, seen: shownLoans(seenOf(query.data.loans), numbers) })
          }}
        />
      </>
    )
  }

  return (
    <>
      <Head product={product} pending={query.isPending} />
      {content()}
      {funding && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            setFunding(null)
            toastPartMissing()
          }}
        >
          <BulkFlow
            product={funding.product}
            seen={funding.seen}
            lenderUserId={lenderUserId}
            onClosed={() => setFunding(null)}
            onFailed={(sentence) => {
              setFundingError(sentence)
              readAgain()
            }}
            onChanged={readAgain}
            onProgress={onProgress}
            onMarketplace={onMarketplace}
          />
        </Part>
      )}
    </>
  )
}

const seenOf = (loans: readonly BulkLoan[]): ShownLoans['loans'] =>
  loans.map(({ loan_number: loanNumber, amount }) => ({ loanNumber, amount }))

function NoProduct({ query, error }: { query: ReturnType<typeof useBulkLoans>; error: Error }) {
  if (isNotFound(error)) {
    return (
      <Card>
        <EmptyState picture="filter" title={messageOf(error)} action={<ToMarketplace />}>
          Produk ini mungkin sudah tidak ditawarkan lagi.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <NotLoaded title="Daftar pinjaman belum dapat dimuat" query={query} />
    </Card>
  )
}

function NothingOpen({ error }: { error: string | null }) {
  return (
    <>
      {error && <FundingError sentence={error} className="mb-4 rounded-popup" />}
      <Card>
        <EmptyState
          picture="marketplace"
          title="Waah saat ini semua pinjaman sudah terdanai"
          action={<ToMarketplace />}
        >
          Tidak ada lagi pinjaman yang terbuka di produk ini.
        </EmptyState>
      </Card>
    </>
  )
}

/** The link back and the product's figures: a skeleton while they load, nothing if there is no such product. */
function Head({ product, pending }: { product: BulkProduct | null; pending: boolean }) {
  return (
    <>
      <BackLink to={paths.marketplaceProducts}>Daftar produk</BackLink>
      <header className="mb-5">
        <h1 className="text-h1 font-bold">
          {product ? product.partnerName : <span className="sr-only">Produk pendanaan</span>}
        </h1>
        {product && (
          <Facts
            className="mt-1 text-table text-mute"
            facts={{
              kind: product.loanTypeName,
              number: product.uploadTransactionNumber,
              interest: `Bunga rata-rata ${formatInterest(product.interestPercentage)} per tahun`,
              grade: `Rating ${product.grade ?? '-'}`,
            }}
          />
        )}
        {pending && (
          <div aria-hidden>
            <Skeleton className="my-0.5 h-7 w-64 max-w-full" />
            <Skeleton className="mt-2 h-4 w-96 max-w-full" />
          </div>
        )}
      </header>
    </>
  )
}

function ToMarketplace() {
  return (
    <Link to={paths.marketplaceProducts} className={buttonClass('secondary')}>
      Kembali ke Marketplace
    </Link>
  )
}

function Loans({ query }: { query: ReturnType<typeof useBulkLoans> }) {
  const { data } = query
  if (!data) return null
  return (
    <>
      <WindowGrid
        items={data.loans}
        keyOf={(loan) => loan.secure_id}
        total={data.product?.openLoan ?? data.loans.length}
        renderItem={(loan) => <BulkLoanCard loan={loan} />}
        className={cardGrid}
        estimate={bulkLoanCardHeight}
        tail={endOfPages(query, <BulkLoanCardSkeleton />)}
      />
      <MoreFailed query={query} />
    </>
  )
}
