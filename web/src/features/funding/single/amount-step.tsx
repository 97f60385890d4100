import { formatInterest } from '@pematang/contract/format/interest'
import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useMemo, useRef } from 'react'
import { type AmountChoice, AmountField, useAmountCheck } from '../../../agreement/amount-field.tsx'
import type { Answer } from '../../../api/client.ts'
import { FactsheetButton } from '../../../agreement/factsheet-button.tsx'
import { Concentration } from '../../../lender/concentration.tsx'
import { FundingRoom } from '../../../lender/funding-room.tsx'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Props = {
  formId: string
  fieldRef: Ref<HTMLInputElement>
  loan: MarketplaceLoan
  choice: AmountChoice
  onChange: (choice: AmountChoice) => void
  /** The server's sentence about the amount in the field. */
  refusal: string | null
  /** The open amount when the dialog opened; another lender may have funded some of it since. Whole rupiah. */
  shownBefore: number
  onSubmit: (amount: number) => void
}

/** The step Jumlah Funding: the loan, and the amount to fund. */
export function AmountStep(props: Props) {
  const { formId, fieldRef, loan, choice, onChange, refusal, shownBefore, onSubmit } = props
  const { amount, sentence, valid, summary } = useAmountCheck(loan, choice)
  const { loanNumber } = loan
  const fundings = useMemo(
    () => (valid && amount !== null ? [{ loanNumber, amount }] : []),
    [valid, amount, loanNumber],
  )
  return (
    <form
      id={formId}
      className="grid gap-5 [@media(max-height:40rem)]:gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (valid && amount !== null) onSubmit(amount)
      }}
    >
      <dl className="hairlines rounded-popup bg-sunken px-4 text-table">
        <Fact name="Bunga">
          {formatInterest(loan.interestPercentage)} per tahun
          <span className="text-mute"> · {loan.interestTypeName}</span>
        </Fact>
        <Fact name="Jenis pinjaman">{loan.loanTypeName}</Fact>
        <Fact name="Total pinjaman">
          <Money amount={loan.totalLoan} />
        </Fact>
        <Fact name="Sisa pendanaan">
          <Money amount={loan.outstandingFunding} />
        </Fact>
        <Fact name="Tujuan pinjaman">{loan.purposeLoan ?? '-'}</Fact>
        {loan.factsheetUrl && (
          <Fact name="Factsheet">
            <FactsheetButton
              loanNumber={loan.loanNumber}
              factsheetUrl={loan.factsheetUrl}
              className="-mr-2"
            />
          </Fact>
        )}
      </dl>
      <p
        role="status"
        className={loan.outstandingFunding === shownBefore ? 'sr-only' : 'text-table text-warn'}
      >
        {loan.outstandingFunding !== shownBefore && (
          <>
            Sisa pendanaan baru saja berubah: dari <Money amount={shownBefore} /> menjadi{' '}
            <Money amount={loan.outstandingFunding} />.
          </>
        )}
      </p>
      <InView>
        <AmountField
          fieldRef={fieldRef}
          loan={loan}
          choice={choice}
          onChange={onChange}
          error={refusal ?? sentence}
        />
      </InView>
      <CashBalance summary={summary} />
      <Concentration fundings={fundings} />
    </form>
  )
}

/** Scrolls its content into view, now and when the height changes, e.g. by the on-screen keyboard. */
function InView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const show = () => place.current?.scrollIntoView({ block: 'nearest' })
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [])
  return <div ref={place}>{children}</div>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-6 py-2 [@media(max-height:40rem)]:min-h-8 [@media(max-height:40rem)]:py-1">
      <dt className="shrink-0 text-mute">{name}</dt>
      <dd className="min-w-0 text-right font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function CashBalance({ summary }: { summary: UseQueryResult<Answer<'GET /lender/summary'>> }) {
  const { data, isError, isFetching, refetch } = summary
  if (!data && isError) {
    return (
      <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-table text-bad">
        Cash balance belum dapat dimuat.
        <Button variant="quiet" busy={isFetching} onClick={() => refetch()}>
          Coba lagi
        </Button>
      </p>
    )
  }
  return (
    <div className="grid gap-2 text-table text-mute">
      <p className="flex items-center justify-between gap-4">
        Cash balance
        {data ? (
          <Money amount={data.cashBalance} className="text-body font-semibold text-ink" />
        ) : (
          <Skeleton className="h-5 w-32" />
        )}
      </p>
      {data && <FundingRoom room={data.fundingRoom} below={data.cashBalance} />}
    </div>
  )
}
