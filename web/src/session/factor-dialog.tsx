import type { FactorAnswer, FactorOffer } from '@pematang/contract/lenders/factors/endpoints'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../api/errors.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { FactorForm } from './factor-form.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  description: string
  /** Fetches the ways that the lender has. Called again after each answer, because a passkey signs once. */
  offer: () => Promise<FactorOffer>
  /**
   * Sends what the lender shows.
   * @returns the sentence under the field, or null where it was right
   */
  answer: (shown: FactorAnswer) => Promise<string | null>
  /** Called where the server refuses to go on, e.g. because the time is over. */
  onEnded: (sentence: string) => void
}

/** The dialog that asks for the second factor, at a login and before an action. */
export function FactorDialog({ open, onOpenChange, description, offer, answer, onEnded }: Props) {
  const [ways, setWays] = useState<FactorOffer | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState(0)

  const ask = useEffectEvent((isWanted: () => boolean) => {
    offer().then(
      (found) => isWanted() && setWays(found),
      (failure: unknown) => isWanted() && onEnded(messageOf(failure)),
    )
  })
  useEffect(() => {
    let isOver = !open
    if (open) ask(() => !isOver)
    return () => {
      isOver = true
    }
  }, [open, asked])

  // The field appears with the ways, after the dialog has taken the focus.
  useEffect(() => {
    if (ways?.totp) field.current?.focus()
  }, [ways?.totp])

  async function send(shown: FactorAnswer) {
    setBusy(true)
    setError(null)
    try {
      const wrong = await answer(shown)
      setBusy(false)
      if (wrong === null) return
      refuse(wrong)
    } catch (failure) {
      setBusy(false)
      if (failure instanceof ApiError && failure.code === 'LOGIN_STEP_ENDED') return onEnded(failure.message)
      refuse(messageOf(failure))
    }
    setAsked((times) => times + 1)
  }

  function refuse(sentence: string) {
    setError(sentence)
    field.current?.focus()
    field.current?.select()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        setWays(null)
        setError(null)
      }}
      locked={busy}
      size="small"
      title="Verifikasi Dua Langkah"
      description={description}
    >
      {ways ? (
        <FactorForm
          formId="verifikasi-dua-langkah"
          offer={ways}
          busy={busy}
          error={error}
          fieldRef={field}
          onAnswer={(shown) => void send(shown)}
          onFailure={refuse}
          onType={() => setError(null)}
        />
      ) : (
        <Loading label="Memuat cara verifikasi…">
          <Skeleton className="h-11 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}
