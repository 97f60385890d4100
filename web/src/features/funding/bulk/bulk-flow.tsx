import type { BulkProduct } from '@pematang/contract/funding/bulk/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AgreementsDialog } from '../../../agreement/agreements-dialog.tsx'
import { ApiError, messageOf, reasonOf } from '../../../api/errors.ts'
import { isOffline } from '../../../api/idempotency/offline.ts'
import { useActing, useOnWaiting } from '../../../company/acting.ts'
import { type Decision, Waiting } from '../../../company/proposed.ts'
import { useIsProposed } from '../../../company/use-company.ts'
import { BarredDialog } from '../../../requirements/barred-dialog.tsx'
import { useBarring } from '../../../requirements/requirements.ts'
import { RiskDialog } from '../../../risk-warning/risk-dialog.tsx'
import { useRiskConsent } from '../../../risk-warning/use-risk-consent.ts'
import { PasswordCheckDialog } from '../../../session/password-check-dialog.tsx'
import { Money } from '../../../ui/money.tsx'
import { noNetwork } from '../../../ui/no-network.ts'
import { toast } from '../../../ui/toast-store.ts'
import { type BulkOffer, nothingOpen, shortOf } from './bulk-offer.ts'
import { changedTerms, type ShownLoans } from './change-words.ts'
import { DetailDialog } from './detail-dialog.tsx'
import { bulkPasswordRule } from './password-rule.ts'
import { ProcessedDialog } from './processed-dialog.tsx'
import { UnknownDialog } from './unknown-dialog.tsx'
import { useBulkOffer } from './use-bulk-offer.ts'
import { useSubmission } from './use-submission.ts'

type Props = {
  product: BulkProduct
  /** The loans of the product that were open when the funding started, as far as they are known. */
  seen: ShownLoans['loans']
  lenderUserId: number
  /** The proposal that is decided: the set of loans that it names is read and agreed to, and no other. */
  decision?: Decision | undefined
  /** Called when the dialogs are closed and the agreements discarded. */
  onClosed: () => void
  /** Called when the product was not funded, with the reason. */
  onFailed: (sentence: string) => void
  /** Called when the open loans have changed since the lender consented. */
  onChanged: () => void
  onProgress: () => void
  onMarketplace: () => void
}

/** Shown where the loans of the product are no longer those that were proposed. */
const otherSet =
  'Isi produk ini berubah sejak diajukan, sehingga usulan ini tidak dapat disetujui lagi. Tolak usulan ini; yang baru dapat diajukan.'

type Step = 'detail' | 'agreements' | 'password'

/**
 * A bulk funding from the first dialog to the reserved money: Detail, Preview Agreement, password, Pendanaan Diproses.
 */
export function BulkFlow(props: Props) {
  const { product, seen, decision, onClosed, onFailed, onChanged, onProgress, onMarketplace } = props
  const [step, setStep] = useState<Step>('detail')
  const [open, setOpen] = useState(true)
  const { offer, asked, change, read } = useBulkOffer(product, seen)
  const calls = useRef(new AbortController())
  const barring = useBarring('FUNDING')
  const risk = useRiskConsent()
  const onWaiting = useOnWaiting()
  const submission = useSubmission({
    product,
    onFailed: refused,
    withConsent: risk.withConsent,
    acting: useActing(decision),
  })
  const isProposed = useIsProposed('BULK')(asked.total) && !decision
  useEffect(() => {
    calls.current = new AbortController()
    return () => calls.current.abort()
  }, [])

  function close() {
    calls.current.abort()
    setOpen(false)
  }

  function giveUp(error: unknown) {
    if (isOffline(error)) {
      toast.error(noNetwork)
      return setStep('detail')
    }
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

  /** Asks again where the set of loans is no longer the one of the consent; any other refusal ends the dialogs. */
  async function refused(error: unknown) {
    if (error instanceof Waiting) {
      close()
      return onWaiting(error)
    }
    if (isOffline(error)) return toast.error(noNetwork)
    if (!(error instanceof ApiError && error.code === 'BULK_CHANGED')) return fail(messageOf(error))
    const { signal } = calls.current
    try {
      const now = await read(signal, changedTerms)
      if (signal.aborted) return
      if (!now) return fail(nothingOpen)
      onChanged()
      setStep('detail')
    } catch {
      fail(messageOf(error))
    }
  }

  /** Reads the open loans. If they have changed, the lender has to confirm again. */
  const confirm = useMutation({
    mutationFn: (signal: AbortSignal) => risk.withConsent(() => read(signal)),
    onSuccess(now, signal) {
      if (signal.aborted) return
      if (!now) return fail(nothingOpen)
      if (decision && decision.body.preview_sha256 !== now.offer.preview) return fail(otherSet)
      const short = shortOf(now.offer)
      if (short !== null) toast.error(short)
      else if (now.isAsked && isProposed) void submission.submit(now.offer)
      else if (now.isAsked) setStep('agreements')
    },
    onError(error, signal) {
      if (!signal.aborted) giveUp(error)
    },
  })

  const dialog = { open, onOpenChange: (stays: boolean) => !stays && close(), onClosed }
  if (risk.isAsking) return <RiskDialog {...dialog} onAccepted={risk.accepted} />
  if (submission.number !== null || submission.lostKey !== null)
    return <Submitted {...dialog} {...{ submission, asked, onProgress, onMarketplace }} onFailed={fail} />
  if (step === 'detail' && barring.length > 0) return <BarredDialog {...dialog} list={barring} />
  if (step === 'detail' || !offer) {
    return (
      <DetailDialog
        {...dialog}
        product={product}
        count={asked.count}
        total={asked.total}
        note={change}
        busy={confirm.isPending || submission.isSubmitting}
        action={isProposed ? 'Ajukan' : 'Ya, Danai Pinjaman'}
        onConfirm={() => confirm.mutate(calls.current.signal)}
      />
    )
  }
  return (
    <ConsentStep
      {...dialog}
      {...{ product, offer, lenderUserId: props.lenderUserId, decision, step, submission }}
      onStep={setStep}
      onGiveUp={giveUp}
    />
  )
}

type SubmittedProps = Pick<Props, 'onClosed' | 'onFailed' | 'onProgress' | 'onMarketplace'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  submission: ReturnType<typeof useSubmission>
  asked: ShownLoans
}

/** What came of the submission, as far as it is known. */
function Submitted({ submission, asked, onProgress, onMarketplace, onFailed, ...dialog }: SubmittedProps) {
  const { number, lostKey, setNumber } = submission
  if (number === null)
    return (
      <UnknownDialog
        {...dialog}
        outcomeKey={lostKey ?? ''}
        asked={asked}
        onSubmitted={setNumber}
        onFailed={onFailed}
      />
    )
  return (
    <ProcessedDialog
      bulkFundingNumber={number}
      asked={asked}
      onProgress={onProgress}
      onMarketplace={onMarketplace}
    />
  )
}

type ConsentProps = Pick<Props, 'product' | 'lenderUserId' | 'decision' | 'onClosed'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
  offer: BulkOffer
  step: Step
  submission: ReturnType<typeof useSubmission>
  onStep: (step: Step) => void
  onGiveUp: (error: unknown) => void
}

/** The agreements of the offer, and above them the password that submits it. */
function ConsentStep(props: ConsentProps) {
  const { product, offer, decision, step, submission, onStep, ...dialog } = props
  return (
    <AgreementsDialog
      {...dialog}
      locked={submission.isSubmitting}
      facts={{
        partner: product.partnerName,
        total: <Money amount={offer.total} className="font-semibold text-ink" />,
      }}
      loans={offer.loans}
      action={decision ? 'Setujui dan Danai' : 'Danai'}
      onAgreed={() => onStep('password')}
    >
      <PasswordCheckDialog
        open={step === 'password'}
        onOpenChange={(stays) => !stays && onStep('agreements')}
        action="Lanjut"
        rule={bulkPasswordRule}
        onValid={() => void submission.submit(offer)}
      />
    </AgreementsDialog>
  )
}
