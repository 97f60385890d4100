import type { BulkProduct } from '@pematang/contract/bulk-funding/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf, sentences } from '../../api/errors.ts'
import { PasswordCheckDialog } from '../../session/password-check-dialog.tsx'
import { withLoader } from '../../ui/loader-store.ts'
import { toast } from '../../ui/toast-store.ts'
import { hasUnknownOutcome } from '../../wishes/ask-once.ts'
import { AgreementsDialog } from './agreements-dialog.tsx'
import { type BulkWish, cashTooLow, nothingOpen, readWish, submitBulk, unknownOutcome } from './bulk-wish.ts'
import { DetailDialog } from './detail-dialog.tsx'
import { bulkPasswordRule } from './password-rule.ts'
import { ProcessedDialog } from './processed-dialog.tsx'

type Props = {
  product: BulkProduct
  lenderUserId: number
  /** The dialogs are gone; nothing of the agreements is kept. */
  onClosed: () => void
  /** It was not funded, and why. */
  onFailed: (sentence: string) => void
  onProgress: () => void
  onMarketplace: () => void
}

type Step = 'detail' | 'agreements' | 'password'

/** A bulk funding from the question to the reserved money: Detail, Preview Agreement, the password, Pendanaan Diproses. */
export function BulkFlow({ product, lenderUserId, onClosed, onFailed, onProgress, onMarketplace }: Props) {
  const [step, setStep] = useState<Step>('detail')
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [wish, setWish] = useState<BulkWish | null>(null)
  const [submitted, setSubmitted] = useState<string | null>(null)
  const calls = useRef(new AbortController())
  const client = useQueryClient()
  useEffect(() => {
    calls.current = new AbortController()
    return () => calls.current.abort()
  }, [])

  function close() {
    calls.current.abort()
    setOpen(false)
  }

  function giveUp(error: unknown) {
    // Of a session that ended the app tells by itself.
    if (!(error instanceof ApiError && error.kind === 'session')) toast.error(sentences.server)
    close()
  }

  /** The funding error: told at once, and left standing on the screen below. */
  function fail(sentence: string) {
    toast.error(sentence)
    onFailed(sentence)
    close()
  }

  async function confirm() {
    const { signal } = calls.current
    setBusy(true)
    try {
      const read = await readWish(product.uploadId, signal)
      if (signal.aborted) return
      if (!read) return fail(nothingOpen)
      setWish(read)
      if (read.cashBalance < read.total) toast.error(cashTooLow)
      else setStep('agreements')
    } catch (error) {
      if (!signal.aborted) giveUp(error)
    } finally {
      setBusy(false)
    }
  }

  async function submit({ total }: BulkWish) {
    setBusy(true)
    try {
      const { bulkFundingNumber } = await withLoader(() => submitBulk(product, total))
      setSubmitted(bulkFundingNumber)
    } catch (error) {
      fail(hasUnknownOutcome(error) ? unknownOutcome : messageOf(error))
    } finally {
      setBusy(false)
      // Whatever the outcome, figures from before are no longer sure. The next screen asks for what it shows.
      void client.invalidateQueries({ refetchType: 'none' })
    }
  }

  const dialog = { open, onOpenChange: (stays: boolean) => !stays && close(), onClosed }
  const asked = wish ?? { count: product.openLoan, total: product.openLoanAmount }
  if (submitted !== null) {
    return (
      <ProcessedDialog
        bulkFundingNumber={submitted}
        asked={asked}
        onProgress={onProgress}
        onMarketplace={onMarketplace}
      />
    )
  }
  if (step === 'detail' || !wish) {
    return (
      <DetailDialog
        {...dialog}
        partnerName={product.partnerName}
        count={asked.count}
        total={asked.total}
        busy={busy}
        onConfirm={() => void confirm()}
      />
    )
  }
  return (
    <AgreementsDialog
      {...dialog}
      locked={busy}
      partnerName={product.partnerName}
      wish={wish}
      lenderUserId={lenderUserId}
      onGiveUp={giveUp}
      onAgreed={() => setStep('password')}
    >
      <PasswordCheckDialog
        open={step === 'password'}
        onOpenChange={(stays) => !stays && setStep('agreements')}
        action="Lanjut"
        rule={bulkPasswordRule}
        onValid={() => void submit(wish)}
      />
    </AgreementsDialog>
  )
}
