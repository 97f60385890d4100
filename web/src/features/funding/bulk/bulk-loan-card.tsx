import type { BulkLoan } from '@pematang/contract/funding/bulk/endpoints'
import { formatDateLong } from '@pematang/contract/format/date'
import { formatInterest } from '@pematang/contract/format/interest'
import { formatTenor } from '@pematang/contract/format/tenor'
import { type ReactNode, memo } from 'react'
import { FactsheetButton } from '../../../agreement/factsheet-button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Money } from '../../../ui/money.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The open amount and terms of one loan of a product. All cards have the same height. */
export const BulkLoanCard = memo(function BulkLoanCard({ loan }: { loan: BulkLoan }) {
  return (
    <Card className="h-full">
      <div className="flex items-start justify-between gap-4 px-5 pt-4">
        <div className="min-w-0">
          <h2 className="truncate font-semibold">{loan.borrowerName}</h2>
          <p className="figures truncate text-table text-mute">{loan.loan_number}</p>
        </div>
        <p className="shrink-0 text-right">
          <span className="figures block font-semibold text-brand">
            {formatInterest(loan.interestPercentage)}
          </span>
          <span className="block text-meta text-mute">Bunga per tahun</span>
        </p>
      </div>
      <div className="flex items-center justify-between gap-4 px-5 pt-2.5 pb-3.5">
        <p>
          <span className="sr-only">Jumlah pendanaan </span>
          <Money amount={loan.amount} className="text-section font-bold" />
        </p>
        {/* Higher than its line for a finger; cards have the same height while the factsheet is being prepared. */}
        {loan.factsheetUrl ? (
          <FactsheetButton
            loanNumber={loan.loanNumber}
            factsheetUrl={loan.factsheetUrl}
            className="-my-2.5 -mr-2"
          />
        ) : (
          <p className="text-meta text-mute">Factsheet sedang disiapkan</p>
        )}
      </div>
      <dl className="flex gap-4 border-t border-line px-5 py-3 text-table">
        <Fact name="Tenor">{formatTenor(loan.tenor, loan.tenorPeriodName)}</Fact>
        <Fact name="Rating">{loan.grade ?? '-'}</Fact>
        <Fact name="Penawaran s.d." last>
          {formatDateLong(loan.dueDate)}
        </Fact>
      </dl>
    </Card>
  )
})

function Fact({ name, last, children }: { name: string; last?: boolean; children: ReactNode }) {
  return (
    <div className={last ? 'ml-auto min-w-0 text-right' : 'shrink-0'}>
      <dt className="text-meta text-mute">{name}</dt>
      <dd className="figures truncate font-medium">{children}</dd>
    </div>
  )
}

/** The height of a card in CSS pixels, which follows from its two font sizes. */
export const bulkLoanCardHeight = 167

/** Placeholder of a loading card, with the same size. */
export function BulkLoanCardSkeleton() {
  return (
    <Card data-skeleton="bulk-loan-card" aria-hidden className="h-full">
      <div className="flex justify-between gap-4 px-5 pt-4">
        <div className="flex h-[2.625rem] flex-col justify-between py-1">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-3.5 w-24" />
        </div>
        <div className="flex h-[2.375rem] flex-col items-end justify-between py-0.5">
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <div className="px-5 pt-2.5 pb-3.5">
        <Skeleton className="my-0.5 h-5 w-36" />
      </div>
      <div className="flex gap-6 border-t border-line px-5 py-3">
        {['w-16', 'w-10', 'w-28 ml-auto'].map((width) => (
          <div key={width} className={`flex h-9 flex-col justify-between py-0.5 ${width}`}>
            <Skeleton className="h-3 w-10" />
            <Skeleton className="h-3.5 w-full" />
          </div>
        ))}
      </div>
    </Card>
  )
}
