import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf, sentences } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { withLoader } from '../../ui/loader-store.ts'
import { toast } from '../../ui/toast-store.ts'
import { type AmountChoice, AmountStep, useAmountCheck } from './amount-step.tsx'
import { beginFunding, type FundedLoan, fundLoan, hasUnknownOutcome } from './fund-loan.ts'
import { type FundingResult, unknownOutcome } from './funding-result.ts'
import { type Agreement, prepareAgreement } from './prepare-agreement.ts'
import { PreviewStep } from './preview-step.tsx'
import { TermsConsent } from './terms-consent.tsx'

type Props = {
  loan: MarketplaceLoan
  lenderUserId: number
  /** The dialog is gone; nothing of the agreement is kept. */
  onClosed: () => void
  onFunded: (signing: FundedLoan) => void
  onFailed: (result: FundingResult) => void
}

const form = 'jumlah-funding'

/** One funding, from the amount to the reserved money: Jumlah Funding, then Preview Agreement. */
export function FundingFlow({ loan, lenderUserId, onClosed, onFunded, onFailed }: Props) {
  const [open, setOpen] = useState(true)
  const [choice, setChoice] = useState<AmountChoice>({ all: false, typed: null })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [agreement, setAgreement] = useState<Agreement | null>(null)
  const [agreed, setAgreed] = useState(false)
  const { valid } = useAmountCheck(loan, choice)
  const calls = useRef(new AbortController())
  const client = useQueryClient()

  // StrictMode mounts twice: the calls of the mount that stays must not be aborted by the one that went.
  useEffect(() => {
    calls.current = new AbortController()
    return () => calls.current.abort()
  }, [])

  function close() {
    calls.current.abort()
    setOpen(false)
  }

  function giveUp(error?: unknown) {
    // Of a session that ended the app tells by itself.
    if (!(error instanceof ApiError && error.kind === 'session')) toast.error(sentences.server)
    close()
  }

  async function next(amount: number) {
    const { signal } = calls.current
    setBusy(true)
    try {
      const prepared = await prepareAgreement(loan, amount, lenderUserId, signal)
      if (signal.aborted) return
      if ('refusal' in prepared) {
        setRefusal(prepared.refusal)
        void client.invalidateQueries({ queryKey: ['summary'] })
      } else {
        beginFunding(loan, amount)
        setAgreement(prepared.agreement)
      }
    } catch (error) {
      if (!signal.aborted) giveUp(error)
    } finally {
      setBusy(false)
    }
  }

  async function fund({ amount }: Agreement) {
    setBusy(true)
    try {
      const funded = await withLoader(() => fundLoan(loan, amount))
      onFunded(funded)
    } catch (error) {
      const reason = hasUnknownOutcome(error) ? unknownOutcome : messageOf(error)
      onFailed({ outcome: 'failed', loanNumber: loan.loanNumber, amount, reason })
    } finally {
      // Whatever the outcome, figures from before are no longer sure. The next screen asks for what it shows.
      void client.invalidateQueries({ refetchType: 'none' })
    }
  }

  const amountFooter = (
    <Button type="submit" form={form} disabled={!valid || refusal !== null} busy={busy}>
      Selanjutnya
    </Button>
  )
  const previewFooter = agreement && (
    <div className="flex flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:gap-6">
      <TermsConsent checked={agreed} onChange={setAgreed} disabled={busy} />
      <Button
        disabled={!agreed}
        busy={busy}
        busyLabel="Proses Pendanaan"
        onClick={() => void fund(agreement)}
        className="sm:min-w-44"
      >
        Danai
      </Button>
    </div>
  )

  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && close()}
      onClosed={onClosed}
      locked={agreement !== null && busy}
      size={agreement ? 'large' : 'small'}
      title={agreement ? 'Preview Agreement' : 'Jumlah Funding'}
      description={`${loan.borrowerName} · ${loan.loanNumber}`}
      footer={agreement ? previewFooter : amountFooter}
    >
      {agreement ? (
        <PreviewStep agreement={agreement} onBroken={() => giveUp()} />
      ) : (
        <AmountStep
          formId={form}
          loan={loan}
          choice={choice}
          refusal={refusal}
          onChange={(changed) => {
            setChoice(changed)
            setRefusal(null)
          }}
          onSubmit={(amount) => void next(amount)}
        />
      )}
    </Dialog>
  )
}
