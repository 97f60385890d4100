import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { useRef, useState } from 'react'
import { AgreementTabs } from '../../agreement/agreement-tabs.tsx'
import { TermsConsent } from '../../agreement/terms-consent.tsx'
import { ApiError, sentences } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/money.tsx'
import { toast } from '../../ui/toast-store.ts'
import { type AmountChoice, AmountStep, useAmountCheck } from './amount-step.tsx'
import type { FundedLoan } from './fund-loan.ts'
import type { FundingResult } from './funding-result.ts'
import { useFunding } from './use-funding.ts'

type Props = {
  loan: MarketplaceLoan
  lenderUserId: number
  /** The dialog is gone; nothing of the agreement is kept. */
  onClosed: () => void
  onFunded: (signing: FundedLoan) => void
  onFailed: (result: FundingResult) => void
}

const form = 'jumlah-funding'

const nameOf = (loan: MarketplaceLoan) => ({ borrower: loan.borrowerName, number: loan.loanNumber })

/** One funding, from the amount to the reserved money: Jumlah Funding, then Preview Agreement. */
export function FundingFlow({ loan, lenderUserId, onClosed, onFunded, onFailed }: Props) {
  const [open, setOpen] = useState(true)
  const [choice, setChoice] = useState<AmountChoice>({ all: false, typed: null })
  const [agreed, setAgreed] = useState(false)
  const amountField = useRef<HTMLInputElement>(null)
  const { valid } = useAmountCheck(loan, choice)
  const funding = useFunding({ loan, lenderUserId, onGiveUp: giveUp, onFunded, onFailed })
  const { agreement, refusal, busy } = funding

  function close() {
    funding.abort()
    setOpen(false)
  }

  function giveUp(error: unknown) {
    // Of a session that ended the app tells by itself.
    if (!(error instanceof ApiError && error.kind === 'session')) toast.error(sentences.server)
    close()
  }

  const dialog = {
    open,
    onOpenChange: (stays: boolean) => !stays && close(),
    onClosed,
    // A keyboard that pops up would cover the loan on a touch screen.
    ...(matchMedia('(pointer: fine)').matches && { initialFocus: amountField }),
  }
  if (!agreement) {
    return (
      <Dialog
        {...dialog}
        size="small"
        title="Jumlah Funding"
        description={<Facts facts={nameOf(loan)} />}
        footer={
          <Button type="submit" form={form} disabled={!valid || refusal !== null} busy={busy}>
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
            onClick={() => void funding.fund(agreement)}
            className="sm:min-w-44"
          >
            Danai
          </Button>
        </div>
      }
    >
      <AgreementTabs loanNumber={loan.loanNumber} agreement={agreement} onBroken={() => giveUp(null)} />
    </Dialog>
  )
}
