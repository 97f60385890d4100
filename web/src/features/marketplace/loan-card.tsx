import { formatDateLong } from '@pematang/contract/format/date'
import { daysLeft } from '@pematang/contract/format/days-left'
import { formatTenor } from '@pematang/contract/format/tenor'
import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { fundedPercent } from './figures.ts'
import { Fact, OfferCard } from './offer-card.tsx'

type Props = {
  loan: MarketplaceLoan
  /** The moment on which the days left are counted. */
  now: Date
  onFund: (loan: MarketplaceLoan) => void
}

/** One loan that is open for funding. */
export function LoanCard({ loan, now, onFund }: Props) {
  const id = `loan-${loan.loanId}`
  return (
    <OfferCard
      id={id}
      name={loan.borrowerName}
      kind={loan.loanTypeName}
      interest={{ rate: loan.interestPercentage, of: 'Bunga per tahun' }}
      open={loan.outstandingFunding}
      total={loan.totalLoan}
      percent={fundedPercent(loan)}
      facts={
        <>
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
        </>
      }
    >
      <footer className="flex items-center justify-between gap-4 border-t border-line px-5 py-4">
        <p className="min-w-0">
          <span className="block text-table font-medium">{daysLeft(loan.dueDate, now)}</span>
          <time dateTime={loan.dueDate} className="figures block text-meta text-mute">
            s.d. {formatDateLong(loan.dueDate)}
          </time>
        </p>
        <Button aria-describedby={id} onClick={() => onFund(loan)}>
          Danai
        </Button>
      </footer>
    </OfferCard>
  )
}
