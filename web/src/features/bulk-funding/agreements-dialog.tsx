import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { AgreementTabs } from '../../agreement/agreement-tabs.tsx'
import { TermsConsent } from '../../agreement/terms-consent.tsx'
import { Button } from '../../ui/button.tsx'
import { countText } from '../../ui/count-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Money } from '../../ui/money.tsx'
import type { BulkWish, OpenLoan } from './bulk-wish.ts'
import { useAgreement } from './use-agreement.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
  /** Cannot be closed: it is being submitted. */
  locked: boolean
  partnerName: string
  wish: BulkWish
  lenderUserId: number
  /** An agreement could not be made, fetched or shown. */
  onGiveUp: (error: unknown) => void
  /** Read and agreed to. */
  onAgreed: () => void
  /** The dialog that comes after this one, above it. */
  children: ReactNode
}

/** Step 2: the agreements of each loan, one loan at a time, and one consent to all of them. */
export function AgreementsDialog(props: Props) {
  const { partnerName, wish, lenderUserId, onGiveUp, onAgreed, children, ...dialog } = props
  const [place, setPlace] = useState(0)
  const [agreed, setAgreed] = useState(false)
  const loan = wish.loans[place] ?? wish.loans[0]
  const { data, error } = useAgreement(loan, wish.loans[place + 1], lenderUserId)
  const giveUp = useEffectEvent(onGiveUp)
  useEffect(() => {
    if (error) giveUp(error)
  }, [error])

  return (
    <Dialog
      {...dialog}
      size="large"
      title="Preview Agreement"
      description={
        <Facts
          facts={{
            partner: partnerName,
            total: <Money amount={wish.total} className="font-semibold text-ink" />,
          }}
        />
      }
      footer={
        <div className="flex flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:gap-6">
          <TermsConsent checked={agreed} onChange={setAgreed}>
            Saya menyetujui perjanjian dari {countText(wish.count)} pinjaman ini serta Syarat & Ketentuan.
          </TermsConsent>
          <Button
            disabled={!agreed}
            busy={dialog.locked}
            busyLabel="Proses Pendanaan"
            onClick={onAgreed}
            className="sm:min-w-44"
          >
            Danai
          </Button>
        </div>
      }
    >
      <div className="[--above:3.25rem]">
        <Pager loan={loan} place={place} count={wish.loans.length} onPlace={setPlace} />
        <AgreementTabs
          loanNumber={loan.loan_number}
          agreement={data && 'agreement' in data ? data.agreement : null}
          instead={data && 'refusal' in data ? <Refused sentence={data.refusal} /> : undefined}
          onBroken={() => onGiveUp(null)}
        />
      </div>
      {children}
    </Dialog>
  )
}

type PagerProps = {
  loan: OpenLoan
  place: number
  count: number
  onPlace: (place: number) => void
}

function Pager({ loan, place, count, onPlace }: PagerProps) {
  return (
    <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
      <p aria-live="polite" className="min-w-0 text-table">
        <span className="figures block truncate font-semibold">{loan.loan_number}</span>
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
