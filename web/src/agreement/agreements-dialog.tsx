import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { countText } from '../ui/count-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Money } from '../ui/money.tsx'
import { AgreementTabs } from './agreement-tabs.tsx'
import { TermsConsent } from './terms-consent.tsx'
import { type LoanToRead, useAgreement, useAllAgreements, useReading } from './use-agreement.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  /** True while the funding is being submitted: the dialog then cannot be closed. */
  locked: boolean
  /** The facts about what is funded, by name. */
  facts: Readonly<Record<string, ReactNode>>
  /** Must be the same array object at every render. */
  loans: readonly [LoanToRead, ...LoanToRead[]]
  /** Whether the agreements of all loans must be fetched before the lender can consent. */
  fetchAll?: boolean
  lenderUserId: number
  /** The label of the button that consents. */
  action?: string
  /** Called when an agreement could not be generated, fetched or shown. */
  onGiveUp: (error: unknown) => void
  /** Called when the lender has read the agreements and consented to them. */
  onAgreed: () => void
  /** The dialog of the next step, shown above this one. */
  children?: ReactNode
}

const none: readonly LoanToRead[] = []

/** A dialog with the agreements of each loan, one loan at a time, and one consent to all of them. */
export function AgreementsDialog(props: Props) {
  const { facts, loans, fetchAll = false, lenderUserId, onGiveUp, onAgreed, children, ...rest } = props
  const { action = 'Danai', ...dialog } = rest
  const [place, setPlace] = useState(0)
  const [agreed, setAgreed] = useState(false)
  const loan = loans[place] ?? loans[0]
  const reading = useReading()
  const { data, error } = useAgreement(reading, loan, loans[place + 1], lenderUserId)
  const toFetch = fetchAll ? loans : none
  const all = useAllAgreements(reading, toFetch, lenderUserId)
  const isReady = all.fetched >= toFetch.length
  const failure = error ?? all.error
  const giveUp = useEffectEvent(onGiveUp)
  useEffect(() => {
    if (failure) giveUp(failure)
  }, [failure])

  return (
    <Dialog
      {...dialog}
      size="large"
      title="Preview Agreement"
      description={<Facts facts={facts} />}
      footer={
        <div className="flex flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:gap-6">
          <TermsConsent checked={agreed} onChange={setAgreed}>
            Saya menyetujui perjanjian dari {countText(loans.length)} pinjaman ini serta Syarat & Ketentuan.
          </TermsConsent>
          <div className="grid gap-1 sm:min-w-44">
            <Button
              disabled={!agreed || !isReady}
              busy={dialog.locked}
              busyLabel="Proses Pendanaan"
              onClick={onAgreed}
            >
              {action}
            </Button>
            {fetchAll && <Fetching fetched={all.fetched} count={loans.length} />}
          </div>
        </div>
      }
    >
      <div className="[--above:3.25rem]">
        <Pager loan={loan} place={place} count={loans.length} onPlace={setPlace} />
        <AgreementTabs
          loanNumber={loan.loanNumber}
          agreement={data && 'agreement' in data ? data.agreement : null}
          instead={data && 'refusal' in data ? <Refused sentence={data.refusal} /> : undefined}
          onBroken={() => onGiveUp(null)}
        />
      </div>
      {children}
    </Dialog>
  )
}

/**
 * A line with the number of fetched agreements. It keeps its height when all are fetched, so that the layout does not
 * shift.
 */
const Fetching = ({ fetched, count }: { fetched: number; count: number }) => (
  <p role="status" className="figures text-center text-meta text-mute">
    {fetched < count
      ? `Menyiapkan perjanjian ${countText(fetched + 1)} dari ${countText(count)}…`
      : `${countText(count)} perjanjian siap`}
  </p>
)

type PagerProps = {
  loan: LoanToRead
  place: number
  count: number
  onPlace: (place: number) => void
}

function Pager({ loan, place, count, onPlace }: PagerProps) {
  return (
    <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
      <p aria-live="polite" className="min-w-0 text-table">
        <span className="figures block truncate font-semibold">{loan.loanNumber}</span>
        <Money amount={loan.amount} className="block text-meta text-mute" />
      </p>
      <div role="group" aria-label="Perjanjian tiap pinjaman" className="-mr-3 flex shrink-0 items-center">
        <IconButton label="Perjanjian sebelumnya" disabled={place === 0} onClick={() => onPlace(place - 1)}>
          <ChevronLeft size={20} aria-hidden />
        </IconButton>
        <span className="figures min-w-16 text-center text-table font-medium">
          {countText(place + 1)}/{countText(count)}
        </span>
        <IconButton
          label="Perjanjian berikutnya"
          disabled={place >= count - 1}
          onClick={() => onPlace(place + 1)}
        >
          <ChevronRight size={20} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

function Refused({ sentence }: { sentence: string }) {
  return (
    <div className="grid h-[calc(100dvh-25rem-var(--above))] min-h-56 place-content-center bg-idle-tint px-6 text-center sm:h-[calc(100dvh-21rem-var(--above))]">
      <p role="status" className="max-w-100 text-balance">
        {sentence}
      </p>
    </div>
  )
}
