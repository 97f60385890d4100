import { formatDateLong } from '@pematang/contract/format/date'
import { daysLeft } from '@pematang/contract/format/days-left'
import { formatTenor } from '@pematang/contract/format/tenor'
import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { useMay } from '../../../company/member.ts'
import { FactsheetButton } from '../../../agreement/factsheet-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { fundedPercent } from './figures.ts'
import { LoanLink } from './loan-link.tsx'
import type { RowProps } from './loan-table.tsx'
import { Fact, OfferCard } from './offer-card.tsx'

type Props = RowProps & { loan: MarketplaceLoan }

export function LoanCard({ loan, now, onFund, renderChoice }: Props) {
  const may = useMay('FUNDING')
  const id = `loan-${loan.loanId}`
  return (
    <OfferCard
      id={id}
      name={<LoanLink loan={loan} />}
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
          {/* The factsheet is missing while it is being prepared; cards have the same height with and without it. */}
          <Fact name="Factsheet">
            <span className="flex min-h-11 items-center justify-end">
              {loan.factsheetUrl ? (
                <FactsheetButton
                  loanNumber={loan.loanNumber}
                  factsheetUrl={loan.factsheetUrl}
                  className="-mr-2"
                />
              ) : (
                <span className="font-normal text-mute">Sedang disiapkan</span>
              )}
            </span>
          </Fact>
        </>
      }
    >
      <footer className="flex items-center justify-between gap-4 border-t border-line px-5 py-4">
        <p className="min-w-0">
          <span className="block text-table font-medium">{daysLeft(loan.dueDate, new Date(now))}</span>
          <time dateTime={loan.dueDate} className="figures block text-meta text-mute">
            s.d. {formatDateLong(loan.dueDate)}
          </time>
        </p>
        <div className="flex shrink-0 items-center gap-4">
          {renderChoice(loan, id)}
          {may && (
            <Button aria-describedby={id} onClick={() => onFund(loan)}>
              Danai
            </Button>
          )}
        </div>
      </footer>
    </OfferCard>
  )
}
