import { formatDateLong } from '@pematang/contract/format/date'
import type { LoanPage } from '@pematang/contract/funding/marketplace/loan'
import { useEffect, useId, useRef } from 'react'
import { useMay } from '../../../../company/member.ts'
import { type AmountChoice, AmountField, useAmountCheck } from '../../../../agreement/amount-field.tsx'
import { FundingRoom } from '../../../../lender/funding-room.tsx'
import { paths, withQuery } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Money } from '../../../../ui/money.tsx'
import { ProgressBar } from '../../../../ui/progress-bar.tsx'
import { percentText } from '../figures.ts'
import { Filling } from './filling.tsx'
import { closedWords, ownWords } from './offer-words.ts'
import { timeLeft } from './time-left.ts'
import { useNow } from './use-now.ts'

type Props = {
  page: LoanPage
  /** The browser's time when the page was received, in milliseconds. */
  arrivedAt: number
  /** The id of the form of the amount, which a button elsewhere may send too. */
  formId: string
  choice: AmountChoice
  onChange: (choice: AmountChoice) => void
  onFund: () => void
  /** Called once when the offer has ended while it was shown. */
  onEnded: () => void
}

/** The panel with the remainder of the loan, the time left, the amount field, and the button Danai. */
export function OfferPanel({ page, arrivedAt, onEnded, ...amount }: Props) {
  const { loan, state, own, filling } = page
  const heading = useId()
  const closed = closedWords[state]
  const owned = ownWords(own)
  const may = useMay('FUNDING')
  return (
    <Card aria-labelledby={heading} className="grid content-start gap-5 p-4 md:p-6">
      <h2 id={heading} className="sr-only">
        Pendanaan
      </h2>
      <div>
        <dl>
          <dt className="text-table text-mute">Sisa Pendanaan</dt>
          <dd aria-live="polite">
            <Money amount={loan.outstandingFunding} className="text-money font-bold" />
          </dd>
        </dl>
        <ProgressBar percent={loan.progressPercentage} label="Bagian yang sudah terdanai" className="mt-3" />
        <p className="mt-2 flex justify-between gap-4 text-meta text-mute">
          <span className="figures">{percentText(loan.progressPercentage)} terdanai</span>
          <span className="truncate">
            dari <Money amount={loan.totalLoan} />
          </span>
        </p>
      </div>
      {owned && (
        <p className="rounded-control bg-ok-tint px-3 py-2.5 text-table text-ok">
          {owned}{' '}
          <Link
            to={withQuery(paths.portfolio, { loanNumber: loan.loanNumber })}
            className="font-semibold underline underline-offset-2"
          >
            Lihat di portofolio
          </Link>
        </p>
      )}
      {closed ? (
        <div role="status" className="grid gap-1">
          <p className="font-semibold">{closed.title}</p>
          <p className="text-table text-mute">{closed.reason}</p>
        </div>
      ) : (
        <>
          <Clock page={page} arrivedAt={arrivedAt} onEnded={onEnded} />
          {may && <Amount {...amount} page={page} />}
        </>
      )}
      {filling.length > 0 && <Filling filling={filling} />}
    </Card>
  )
}

/** The time left by the server's clock, because the browser's may be wrong. */
function Clock({
  page: { closesAt, asOf, loan },
  arrivedAt,
  onEnded,
}: Pick<Props, 'page' | 'arrivedAt' | 'onEnded'>) {
  const now = useNow(15_000)
  const left = timeLeft(Date.parse(closesAt) - Date.parse(asOf) - Math.max(0, now - arrivedAt))
  const isReported = useRef(false)
  useEffect(() => {
    if (left !== null || isReported.current) return
    isReported.current = true
    onEnded()
  }, [left, onEnded])
  return (
    <dl>
      <dt className="text-table text-mute">Pendanaan ditutup dalam</dt>
      <dd>
        <span className="block font-semibold" role="timer">
          {left ?? 'Sudah ditutup'}
        </span>
        <time dateTime={closesAt} className="block text-meta text-mute">
          {formatDateLong(loan.dueDate)} pukul 24.00 WIB
        </time>
      </dd>
    </dl>
  )
}

function Amount({
  page: { loan },
  formId,
  choice,
  onChange,
  onFund,
}: Pick<Props, 'page' | 'formId' | 'choice' | 'onChange' | 'onFund'>) {
  const { sentence, summary } = useAmountCheck(loan, choice)
  return (
    <form
      id={formId}
      className="grid gap-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        onFund()
      }}
    >
      <AmountField loan={loan} choice={choice} onChange={onChange} error={sentence} />
      <FundingRoom room={summary.data?.fundingRoom ?? null} below={loan.outstandingFunding} />
      <Button type="submit" wide className="max-md:hidden">
        Danai
      </Button>
    </form>
  )
}
