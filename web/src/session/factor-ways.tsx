import type { FactorAnswer, FactorOffer } from '@pematang/contract/lenders/factors/endpoints'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '../api/errors.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { FactorForm } from './factor-form.tsx'

type Props = {
  /** Fetches the ways that the lender has. Called again after each answer, because a passkey signs once. */
  offer: () => Promise<FactorOffer>
  /**
   * Sends what the lender shows.
   * @returns the sentence under the field, or null where it was right
   */
  answer: (shown: FactorAnswer) => Promise<string | null>
  /** Called where the server refuses to go on, e.g. because the time is over. */
  onEnded: (sentence: string) => void
  onBusy?: (busy: boolean) => void
}

/** Asks for the second factor, at a login and before an action. */
export function FactorWays({ offer, answer, onEnded, onBusy }: Props) {
  const [ways, setWays] = useState<{ attempt: number; offer: FactorOffer } | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const [attempt, setAttempt] = useState(0)

  const ask = useEffectEvent((of: number, isWanted: () => boolean) => {
    offer().then(
      (found) => isWanted() && setWays({ attempt: of, offer: found }),
      (failure: unknown) => isWanted() && onEnded(messageOf(failure)),
    )
  })
  useEffect(() => {
    let isOver = false
    ask(attempt, () => !isOver)
    return () => {
      isOver = true
    }
  }, [attempt])

  const hasApp = ways?.offer.totp ?? false
  // The field appears with the ways, after the screen or the dialog has taken the focus.
  useEffect(() => {
    if (hasApp) field.current?.focus()
  }, [hasApp])

  function wait(isBusy: boolean) {
    setBusy(isBusy)
    onBusy?.(isBusy)
  }

  async function send(shown: FactorAnswer) {
    wait(true)
    setError(null)
    try {
      const wrong = await answer(shown)
      wait(false)
      if (wrong === null) return
      refuse(wrong)
    } catch (failure) {
      wait(false)
      if (failure instanceof ApiError && failure.code === 'LOGIN_STEP_ENDED') return onEnded(failure.message)
      refuse(messageOf(failure))
    }
    setAttempt((times) => times + 1)
  }

  function refuse(sentence: string) {
    setError(sentence)
    field.current?.focus()
    field.current?.select()
  }

  if (!ways)
    return (
      <Loading label="Memuat cara verifikasi…">
        <Skeleton className="h-11 w-full" />
      </Loading>
    )
  return (
    <FactorForm
      offer={ways.offer}
      busy={busy || ways.attempt !== attempt}
      error={error}
      fieldRef={field}
      onAnswer={(shown) => void send(shown)}
      onFailure={refuse}
      onType={() => setError(null)}
    />
  )
}
