import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { BackToLogin } from './forgot-form.tsx'
import { emptyPassword, isReady } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { sentenceForField } from './told.ts'

type Props = {
  phoneNumber: string
  onDone: () => void
  /** The matched code no longer counts: the phone number has to be shown to be the lender's once more. */
  onExpired: (sentence: string) => void
}

/** New-password mode, for whoever has just matched the code in this browser. */
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
      toast.success('Berhasil mengubah kata sandi')
      onDone()
    } catch (failure) {
      setBusy(false)
      refuse(failure)
    }
  }

  /** What was refused stands under its field until it is changed; all else says nothing about what was typed. */
  function refuse(failure: unknown) {
    const sentence = sentenceForField(failure)
    const { kind, code } = failure instanceof ApiError ? failure : { kind: null, code: null }
    if (sentence && code === 'RESET_NOT_ALLOWED') return onExpired(sentence)
    if (sentence && kind !== 'refused') toast.error(sentence)
    else setRefusal(sentence)
    field.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {/* Tells a password manager whose password this is. */}
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
