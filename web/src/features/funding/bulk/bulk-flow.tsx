import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AgreementsDialog } from '../../../agreement/agreements-dialog.tsx'
import { ApiError, reasonOf } from '../../../api/errors.ts'
import { BarredDialog } from '../../../requirements/barred-dialog.tsx'
import { useBarring } from '../../../requirements/requirements.ts'
import { RiskDialog } from '../../../risk-warning/risk-dialog.tsx'
import { useRiskConsent } from '../../../risk-warning/use-risk-consent.ts'
import { PasswordCheckDialog } from '../../../session/password-check-dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { changedMeanwhile, nothingOpen, shortOf } from './bulk-offer.ts'
import { DetailDialog } from './detail-dialog.tsx'
import { bulkPasswordRule } from './password-rule.ts'
import { ProcessedDialog } from './processed-dialog.tsx'
import { UnknownDialog } from './unknown-dialog.tsx'
import { useBulkOffer } from './use-bulk-offer.ts'
import { useSubmission } from './use-submission.ts'

type Props = {
  product: BulkProduct
  lenderUserId: number
  /** Called when the dialogs are closed and the agreements discarded. */
  onClosed: () => void
  /** Called when the product was not funded, with the reason. */
  onFailed: (sentence: string) => void
  onProgress: () => void
  onMarketplace: () => void
}

type Step = 'detail' | 'agreements' | 'password'

/**
 * A bulk funding from the first dialog to the reserved money: Detail, Preview Agreement, password, Pendanaan Diproses.
 */
export function BulkFlow({ product, lenderUserId, onClosed, onFailed, onProgress, onMarketplace }: Props) {
  const [step, setStep] = useState<Step>('detail')
  const [open, setOpen] = useState(true)
  const { offer, asked, isChanged, read } = useBulkOffer(product)
  const calls = useRef(new AbortController())
  const barring = useBarring('FUNDING')
  const risk = useRiskConsent()
  const submission = useSubmission({ product, onFailed: fail, withConsent: risk.withConsent })
  useEffect(() => {
    calls.current = new AbortController()
    return () => calls.current.abort()
  }, [])

  function close() {
    calls.current.abort()
    setOpen(false)
  }

  function giveUp(error: unknown) {
    // An ended session needs no message here, because the app itself reports it.
    if (!(error instanceof ApiError && error.kind === 'session')) toast.error(reasonOf(error))
    close()
  }

  /** Shows the refusal as a toast and on the screen below the dialog. */
  function fail(sentence: string) {
    toast.error(sentence)
    onFailed(sentence)
    close()
  }

  /** Reads the open loans. If they have changed, the lender has to confirm again. */
  const confirm = useMutation({
    mutationFn: (signal: AbortSignal) => risk.withConsent(() => read(signal)),
    onSuccess(now, signal) {
      if (signal.aborted) return
      if (!now) return fail(nothingOpen)
      const short = shortOf(now.offer)
      if (short !== null) toast.error(short)
      else if (now.isAsked) setStep('agreements')
    },
    onError(error, signal) {
      if (!signal.aborted) giveUp(error)
    },
  })

  const dialog = { open, onOpenChange: (stays: boolean) => !stays && close(), onClosed }
  if (risk.isAsking) return <RiskDialog {...dialog} onAccepted={risk.accepted} />
  if (submission.number !== null) {
    return (
      <ProcessedDialog
        bulkFundingNumber={submission.number}
        asked={asked}
        onProgress={onProgress}
        onMarketplace={onMarketplace}
      />
    )
  }
  if (submission.lostKey !== null) {
    return (
      <UnknownDialog
        {...dialog}
        outcomeKey={submission.lostKey}
        asked={asked}
        onSubmitted={submission.setNumber}
        onFailed={fail}
      />
    )
  }
  if (step === 'detail' && barring.length > 0) return <BarredDialog {...dialog} list={barring} />
  if (step === 'detail' || !offer) {
    return (
      <DetailDialog
        {...dialog}
        product={product}
        count={asked.count}
        total={asked.total}
        note={isChanged ? changedMeanwhile : null}
        busy={confirm.isPending}
        onConfirm={() => confirm.mutate(calls.current.signal)}
      />
    )
  }
  return (
    <AgreementsDialog
      {...dialog}
      locked={submission.isSubmitting}
      facts={{
        partner: product.partnerName,
        total: <Money amount={offer.total} className="font-semibold text-ink" />,
      }}
      loans={offer.loans}
      lenderUserId={lenderUserId}
      onGiveUp={giveUp}
      onAgreed={() => setStep('password')}
    >
      <PasswordCheckDialog
        open={step === 'password'}
        onOpenChange={(stays) => !stays && setStep('agreements')}
        action="Lanjut"
        rule={bulkPasswordRule}
        onValid={() => void submission.submit(offer)}
      />
    </AgreementsDialog>
  )
}
