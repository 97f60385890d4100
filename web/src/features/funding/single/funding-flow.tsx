import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { type AmountChoice, useAmountCheck } from '../../../agreement/amount-field.tsx'
import { AgreementTabs } from '../../../agreement/agreement-tabs.tsx'
import type { Agreement } from '../../../agreement/prepare-agreement.ts'
import { TermsConsent } from '../../../agreement/terms-consent.tsx'
import { ApiError, reasonOf } from '../../../api/errors.ts'
import { isOffline } from '../../../api/idempotency/offline.ts'
import { BarredDialog } from '../../../requirements/barred-dialog.tsx'
import { useBarring } from '../../../requirements/requirements.ts'
import { RiskDialog } from '../../../risk-warning/risk-dialog.tsx'
import { useRiskConsent } from '../../../risk-warning/use-risk-consent.ts'
import { usePasswordConsent } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { noNetwork } from '../../../ui/no-network.ts'
import { toast } from '../../../ui/toast-store.ts'
import { standingRefusal } from './amount-refusal.ts'
import { AmountStep } from './amount-step.tsx'
import type { FundedLoan } from './fund-loan.ts'
import type { FundingResult } from './funding-result.ts'
import { type FundingOffer, useFunding } from './use-funding.ts'
import { WaitingButtons, WaitingStep } from './waiting-step.tsx'

type Props = {
  loan: MarketplaceLoan
  lenderUserId: number
  /** The amount with which the dialog opens; none by default. */
  initialAmount?: AmountChoice
  /** Called when the dialog has closed and the agreement is discarded. */
  onClosed: () => void
  onFunded: (signing: FundedLoan) => void
  onFailed: (result: FundingResult) => void
  /** Called when the open amount differs from the list; the caller is expected to update `loan`. */
  onOffer: (offer: FundingOffer) => void
}

const form = 'jumlah-funding'

const nameOf = (loan: MarketplaceLoan) => ({ borrower: loan.borrowerName, number: loan.loanNumber })

/** Says that there is no network, and goes to where the lender can try again. */
function stayAt(place: () => void) {
  toast.error(noNetwork)
  place()
}

/** One funding, from the amount to the reserved money: Jumlah Funding, then Preview Agreement. */
export function FundingFlow({
  loan,
  lenderUserId,
  initialAmount,
  onClosed,
  onFunded,
  onFailed,
  onOffer,
}: Props) {
  const [open, setOpen] = useState(true)
  const [choice, setChoice] = useState<AmountChoice>(initialAmount ?? { all: false, typed: null })
  const amountField = useRef<HTMLInputElement>(null)
  const check = useAmountCheck(loan, choice)
  const [shownBefore] = useState(loan.outstandingFunding)
  const barring = useBarring('FUNDING')
  const risk = useRiskConsent()
  const password = usePasswordConsent('Danai')
  const withConsent = <T,>(call: () => Promise<T>) => risk.withConsent(() => password.withPassword(call))
  const calls = { onGiveUp: giveUp, onFunded, onFailed, onOffer, withConsent }
  const funding = useFunding({ loan, lenderUserId, ...calls })
  const { agreement, waiting, busy } = funding
  const refusal = standingRefusal(funding.refused, check.amount, loan)

  function close() {
    funding.abort()
    setOpen(false)
  }

  function giveUp(error: unknown) {
    if (isOffline(error)) return stayAt(funding.backToAmount)
    // An ended session needs no message here, because the app itself reports it.
    if (!(error instanceof ApiError && error.kind === 'session')) toast.error(reasonOf(error))
    close()
  }

  const frame = { open, onOpenChange: (stays: boolean) => !stays && close(), onClosed }
  const dialog = {
    ...frame,
    // On a touch screen the on-screen keyboard would cover the loan.
    ...(matchMedia('(pointer: fine)').matches && { initialFocus: amountField }),
  }
  if (risk.isAsking) return <RiskDialog {...frame} onAccepted={risk.accepted} />
  if (waiting) {
    return (
      <Dialog
        {...dialog}
        locked={busy}
        title="Masih menunggu tanda tangan"
        description={<Facts facts={nameOf(loan)} />}
        footer={
          <WaitingButtons
            waiting={waiting}
            busy={busy}
            onSign={onFunded}
            onAnother={() => void funding.another(waiting)}
          />
        }
      >
        <WaitingStep waiting={waiting} />
      </Dialog>
    )
  }
  if (!agreement && barring.length > 0) return <BarredDialog {...frame} list={barring} />
  if (!agreement) {
    return (
      <Dialog
        {...dialog}
        size="small"
        title="Jumlah Funding"
        description={<Facts facts={nameOf(loan)} />}
        footer={
          <Button type="submit" form={form} disabled={!check.valid || refusal !== null} busy={busy}>
            Selanjutnya
          </Button>
        }
      >
        <AmountStep
          formId={form}
          fieldRef={amountField}
          loan={loan}
          choice={choice}
          refusal={refusal}
          shownBefore={shownBefore}
          onChange={(changed) => {
            setChoice(changed)
            funding.forgetRefusal()
          }}
          onSubmit={(amount) => void funding.prepare(amount)}
        />
      </Dialog>
    )
  }
  return (
    <PreviewDialog
      {...dialog}
      loan={loan}
      agreement={agreement}
      busy={busy}
      onBroken={() => giveUp(null)}
      onAgreed={() => void funding.fund(agreement)}
    >
      {password.dialog}
    </PreviewDialog>
  )
}

type PreviewProps = Pick<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange'> & {
  loan: MarketplaceLoan
  agreement: Agreement
  busy: boolean
  /** Called when a document could not be shown. */
  onBroken: () => void
  onAgreed: () => void
  /** The dialog of the password, shown above this one where it is asked for. */
  children: ReactNode
}

/** The dialog Preview Agreement: both documents, the consent, and the button Danai. */
function PreviewDialog({ loan, agreement, busy, onBroken, onAgreed, children, ...dialog }: PreviewProps) {
  const [agreed, setAgreed] = useState(false)
  return (
    <Dialog
      {...dialog}
      size="large"
      locked={busy}
      title="Preview Agreement"
      description={
        <Facts
          facts={{
            ...nameOf(loan),
            amount: <Money amount={agreement.amount} className="font-semibold text-ink" />,
          }}
        />
      }
      footer={
        <div className="flex flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:gap-6">
          <TermsConsent checked={agreed} onChange={setAgreed}>
            Saya telah membaca dan menyetujui kedua perjanjian serta Syarat & Ketentuan.
          </TermsConsent>
          <Button
            disabled={!agreed}
            busy={busy}
            busyLabel="Proses Pendanaan"
            onClick={onAgreed}
            className="sm:min-w-44"
          >
            Danai
          </Button>
        </div>
      }
    >
      <AgreementTabs loanNumber={loan.loanNumber} agreement={agreement} onBroken={onBroken} />
      {children}
    </Dialog>
  )
}
