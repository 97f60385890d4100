import { formatInterest } from '@pematang/contract/format/interest'
import { formatTime } from '@pematang/contract/format/date'
import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import type { LoanPage } from '@pematang/contract/funding/marketplace/loan'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { useMay } from '../../../../company/member.ts'
import { type AmountChoice, chosenAmount } from '../../../../agreement/amount-field.tsx'
import { ApiError, messageOf } from '../../../../api/errors.ts'
import { NotLoaded } from '../../../../lists/not-loaded.tsx'
import { BackLink } from '../../../../ui/back-link.tsx'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { CardSkeleton } from '../../../../ui/card-skeleton.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx'
import { StickyBar } from '../../../../ui/sticky-bar.tsx'
import { refusedWords } from './offer-words.ts'
import { OfferPanel } from './offer-panel.tsx'
import { ProjectionPanel } from './projection-panel.tsx'
import { useLoanPage } from './queries.ts'
import { RecordPanel } from './record-panel.tsx'
import { isTaken, startAmount } from './start-amount.ts'
import { TermsPanel } from './terms-panel.tsx'
import { useSettled } from './use-settled.ts'

type Props = {
  loanNumber: string
  /** The URL of the list that the lender came from, with its filter. */
  listTo: string
  /** Goes back to the list where it was; undefined where the page was not opened from it. */
  onList?: () => void
  /** True in the panel over the list, which has its own way back. */
  isPanel?: boolean
  onFund: (loan: MarketplaceLoan, amount: AmountChoice) => void
}

/** One loan: its terms, the expected return of an amount, and the borrower's repayment history. */
export function LoanScreen({ loanNumber, listTo, onList, isPanel, onFund }: Props) {
  const query = useLoanPage(loanNumber)
  const { data, error, dataUpdatedAt, isFetching, refetch } = query
  const refused = error instanceof ApiError ? refusedWords(error.code) : null
  return (
    <div className="@container">
      {!isPanel && (
        <BackLink to={listTo} onBack={onList}>
          Daftar pinjaman
        </BackLink>
      )}
      {refused ? (
        <Missing title={refused.title} listTo={listTo}>
          {refused.reason}
        </Missing>
      ) : data ? (
        <>
          {error && (
            <p role="alert" className="mb-4 flex flex-wrap items-center gap-x-3 text-table text-warn">
              Ditampilkan seperti pukul {formatTime(new Date(dataUpdatedAt))}. {messageOf(error)}
              <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
                Coba lagi
              </Button>
            </p>
          )}
          <Loaded key={data.state} page={data} arrivedAt={dataUpdatedAt} onFund={onFund} onEnded={refetch} />
        </>
      ) : error ? (
        <Card>
          <NotLoaded title="Pinjaman belum dapat dimuat" query={query} />
        </Card>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

const Missing = ({ title, listTo, children }: { title: string; listTo: string; children: ReactNode }) => (
  <Card>
    <h1 className="sr-only">{title}</h1>
    <EmptyState
      picture="marketplace"
      title={title}
      action={
        <Link to={listTo} className={buttonClass('secondary')}>
          Lihat pinjaman lain
        </Link>
      }
    >
      {children}
    </EmptyState>
  </Card>
)

const columns =
  'grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6 @min-[52rem]:grid-cols-[minmax(0,1fr)_22rem] @min-[52rem]:items-start'
const side =
  '@min-[52rem]:col-start-2 @min-[52rem]:row-start-1 @min-[52rem]:sticky @min-[52rem]:top-[calc(var(--topbar-height)+1.5rem)]'

type LoadedProps = {
  page: LoanPage
  arrivedAt: number
  onFund: Props['onFund']
  onEnded: () => unknown
}

function Loaded({ page, arrivedAt, onFund, onEnded }: LoadedProps) {
  const { loan, state, record } = page
  const [choice, setChoice] = useState<AmountChoice>(() => ({ all: false, typed: startAmount(loan) }))
  const amount = chosenAmount(loan, choice)
  const asked = useSettled(amount, 300)
  const end = useCallback(() => void onEnded(), [onEnded])
  const formId = useId()
  const may = useMay('FUNDING')
  return (
    <>
      <header className="mb-4 flex flex-col items-start justify-between gap-x-6 gap-y-2 sm:flex-row md:mb-6">
        <div className="min-w-0">
          <h1 className="text-h1 font-bold text-balance">{loan.borrowerName}</h1>
          <p className="text-mute">
            {loan.loanTypeName} · <span className="figures">{loan.loanNumber}</span>
          </p>
        </div>
        <p className="shrink-0 sm:text-right">
          <span className="figures block text-money font-bold text-brand">
            {formatInterest(loan.interestPercentage)}
          </span>
          <span className="block text-meta text-mute">Bunga per tahun</span>
        </p>
      </header>
      <div className={columns}>
        <div className={side}>
          <OfferPanel
            page={page}
            arrivedAt={arrivedAt}
            formId={formId}
            choice={choice}
            onChange={setChoice}
            onFund={() => onFund(loan, choice)}
            onEnded={end}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
          {state === 'OPEN' && (
            <ProjectionPanel
              loanNumber={loan.loanNumber}
              amount={asked !== null && isTaken(loan, asked) ? asked : null}
            />
          )}
          <TermsPanel page={page} />
          {record && <RecordPanel record={record} />}
        </div>
      </div>
      {state === 'OPEN' && may && <PhoneBar formId={formId} amount={amount} />}
    </>
  )
}

/** Sends the form of the amount from wherever a lender reads on a phone, where the form scrolls away. */
const PhoneBar = ({ formId, amount }: { formId: string; amount: number | null }) => (
  <div className="contents md:hidden print:hidden">
    <StickyBar label="Danai pinjaman ini">
      <dl className="min-w-0">
        <dt className="text-meta text-mute">Jumlah pendanaan</dt>
        <dd className="text-section font-bold">{amount === null ? '-' : <Money amount={amount} />}</dd>
      </dl>
      <Button type="submit" form={formId} className="min-w-32">
        Danai
      </Button>
    </StickyBar>
  </div>
)

const Waiting = () => (
  <Loading label="Memuat pinjaman…">
    <Skeleton className="h-8 w-64" />
    <Skeleton className="mt-2 mb-6 h-5 w-48" />
    <div className={columns}>
      <CardSkeleton className="h-[34rem] @min-[52rem]:col-start-2 @min-[52rem]:row-start-1" />
      <CardSkeleton className="h-[34rem]" />
    </div>
  </Loading>
)
