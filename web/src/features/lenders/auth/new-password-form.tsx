import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { BackToLogin } from './forgot-form.tsx'
import { emptyPassword, isReady } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { fieldErrorOf, toastNetworkError } from './field-error.ts'

type Props = {
  phoneNumber: string
  onDone: () => void
  /** Called when the matched code has expired: the phone number has to be verified again. */
  onExpired: (sentence: string) => void
}

/** Each message of this action replaces the one before. */
const about = { about: 'new-password' }

/** New-password mode of the password reset, after the code was matched in this browser. */
export function NewPasswordForm({ phoneNumber, onDone, onExpired }: Props) {
  const [chosen, setChosen] = useState(emptyPassword)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const canSend = refusal === null && isReady(chosen)
  useEffect(() => field.current?.focus(), [])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || !canSend) return
    setBusy(true)
    try {
      const { password: newPassword, confirmation: confirmPassword } = chosen
      const body = { phoneNumber, newPassword, confirmPassword, type: 'lender' } as const
      await api('POST /auth/password/reset', { body })
      toast.success('Berhasil mengubah kata sandi', about)
      onDone()
    } catch (failure) {
      setBusy(false)
      refuse(failure)
    }
  }

  /** Shows a refusal at the password field, and any other failure as a toast. */
  function refuse(failure: unknown) {
    toastNetworkError(failure)
    const sentence = fieldErrorOf(failure)
    const { kind, code } = failure instanceof ApiError ? failure : { kind: null, code: null }
    if (sentence && code === 'RESET_NOT_ALLOWED') return onExpired(sentence)
    if (sentence && kind !== 'refused') toast.error(sentence, about)
    else setRefusal(sentence)
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {/* A hidden user name, which password managers need. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={phoneNumber} />
      <NewPasswordFields
        passwordRef={field}
        value={chosen}
        refusal={refusal}
        onChange={(changed) => {
          setChosen(changed)
          setRefusal(null)
        }}
      />
      <Button type="submit" wide disabled={!canSend} busy={busy}>
        Atur Ulang Kata Sandi
      </Button>
      <BackToLogin />
    </form>
  )
}
