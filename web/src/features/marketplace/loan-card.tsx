import { formatDateLong } from '@pematang/contract/format/date'
import { daysLeft } from '@pematang/contract/format/days-left'
import { formatInterest } from '@pematang/contract/format/interest'
import { formatTenor } from '@pematang/contract/format/tenor'
import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Money } from '../../ui/money.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { fundedPercent, percentText } from './figures.ts'

type Props = {
  loan: MarketplaceLoan
  /** The moment on which the days left are counted. */
  now: Date
  onFund: (loan: MarketplaceLoan) => void
}

/** One loan that is open for funding. What is left of it is the figure that counts. */
export function LoanCard({ loan, now, onFund }: Props) {
  const percent = fundedPercent(loan)
  const name = `loan-${loan.loanId}`
  return (
    <Card aria-labelledby={name} className="flex h-full flex-col">
      <header className="flex items-start justify-between gap-4 px-5 pt-5">
        <div className="min-w-0">
          <h2 id={name} className="truncate font-semibold">
            {loan.borrowerName}
          </h2>
          <p className="truncate text-table text-mute">{loan.loanTypeName}</p>
        </div>
        <p className="shrink-0 text-right">
          <span className="figures block text-section font-semibold text-brand">
            {formatInterest(loan.interestPercentage)}
          </span>
          <span className="block text-meta text-mute">Bunga per tahun</span>
        </p>
      </header>
      <div className="px-5 pt-4">
        <dl>
          <dt className="text-table text-mute">Sisa Pendanaan</dt>
          <dd>
            <Money amount={loan.outstandingFunding} className="text-money font-bold" />
          </dd>
        </dl>
        <ProgressBar percent={percent} label="Bagian yang sudah terdanai" className="mt-3" />
        <p className="mt-2 flex justify-between gap-4 text-meta text-mute">
          <span className="figures">{percentText(percent)} terdanai</span>
          <span className="truncate">
            dari <Money amount={loan.totalLoan} />
          </span>
        </p>
      </div>
      <dl className="hairlines mt-4 px-5">
        <Fact name="Nomor Pinjaman">{loan.loanNumber}</Fact>
        <Fact name="Tenor">{formatTenor(loan.tenor, loan.tenorPeriodName)}</Fact>
        <Fact name="Rating">
          {loan.grade ?? '-'}
          {loan.grade && loan.gradeDescription && (
            <span className="font-normal text-mute"> · {loan.gradeDescription}</span>
          )}
        </Fact>
        <Fact name="Minimal Pendanaan">
          <Money amount={loan.minimumFunding} />
        </Fact>
      </dl>
      <footer className="mt-auto flex items-center justify-between gap-4 border-t border-line px-5 py-4">
        <p className="min-w-0">
          <span className="block text-table font-medium">{daysLeft(loan.dueDate, now)}</span>
          <time dateTime={loan.dueDate} className="figures block text-meta text-mute">
            s.d. {formatDateLong(loan.dueDate)}
          </time>
        </p>
        <Button aria-describedby={name} onClick={() => onFund(loan)}>
          Danai
        </Button>
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
