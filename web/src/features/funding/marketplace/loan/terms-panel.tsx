import { formatPercent } from '@pematang/contract/format/percent'
import { formatInterest } from '@pematang/contract/format/interest'
import { formatTenor } from '@pematang/contract/format/tenor'
import type { LoanPage } from '@pematang/contract/funding/marketplace/loan'
import type { ReactNode } from 'react'
import { FactsheetButton } from '../../../../agreement/factsheet-button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Money } from '../../../../ui/money.tsx'
import { unfilledWords } from './offer-words.ts'

/** The terms of the loan, the factsheet, and the borrower's description of it. */
export function TermsPanel({ page }: { page: LoanPage }) {
  const { loan, penalty } = page
  const unfilled = unfilledWords(page)
  const paragraphs = (loan.marketingDescDetail ?? '').split('\n').filter((line) => line.trim() !== '')
  return (
    <Card aria-label="Ketentuan pinjaman" className="p-4 md:p-6">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-section font-semibold">Ketentuan</h2>
        {loan.factsheetUrl ? (
          <FactsheetButton
            loanNumber={loan.loanNumber}
            factsheetUrl={loan.factsheetUrl}
            className="-my-2.5 -mr-2 print:hidden"
          />
        ) : (
          <span className="text-table text-mute">Factsheet sedang disiapkan</span>
        )}
      </div>
      <dl className="hairlines mt-2 text-table">
        <Term name="Nomor pinjaman">{loan.loanNumber}</Term>
        <Term name="Jenis pinjaman">{loan.loanTypeName}</Term>
        <Term name="Bunga">
          {formatInterest(loan.interestPercentage)} per tahun
          <span className="text-mute"> · {loan.interestTypeName}</span>
        </Term>
        <Term name="Tenor">{formatTenor(loan.tenor, loan.tenorPeriodName)}</Term>
        <Term name="Rating">
          {loan.grade ?? '-'}
          {loan.grade && loan.gradeDescription && (
            <span className="text-mute"> · {loan.gradeDescription}</span>
          )}
        </Term>
        <Term name="Total pinjaman">
          <Money amount={loan.totalLoan} />
        </Term>
        <Term name="Minimal pendanaan">
          <Money amount={loan.minimumFunding} />
        </Term>
        <Term name="Tujuan pinjaman">{loan.purposeLoan ?? '-'}</Term>
        <Term name="Denda keterlambatan">
          {formatPercent(penalty.dailyFraction)} per hari dari jumlah yang terlambat, paling banyak{' '}
          {formatPercent(penalty.maximumFraction)} dari pokok
        </Term>
        {unfilled && <Term name="Jika belum penuh">{unfilled}</Term>}
      </dl>
      {(loan.marketingDescTitle || paragraphs.length > 0) && (
        <div className="mt-5 grid gap-2">
          <h3 className="font-semibold">{loan.marketingDescTitle ?? 'Tentang pinjaman ini'}</h3>
          {paragraphs.map((line) => (
            <p key={line} className="text-table text-mute">
              {line}
            </p>
          ))}
        </div>
      )}
    </Card>
  )
}

const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-10 items-baseline justify-between gap-6 py-2.5">
    <dt className="shrink-0 text-mute">{name}</dt>
    <dd className="max-w-md min-w-0 text-right font-medium text-pretty tabular-nums">{children}</dd>
  </div>
)
