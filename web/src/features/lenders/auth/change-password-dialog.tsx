import { passwordUnchangedSentence } from '@pematang/contract/lenders/auth/rules'
import { type SubmitEvent, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { useUserName } from '../../../lender/profile.ts'
import { changeToken } from '../../../session/token-change.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { emptyPassword, isReady } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { fieldErrorOf, toastNetworkError } from './field-error.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onClosed: () => void }

/** The server's error sentence, and the field that it belongs to. */
type Refusal = { about: 'old' | 'new'; sentence: string }

const formId = 'ubah-kata-sandi'
/** Each message of this action replaces the one before. */
const about = { about: formId }

/**
 * The dialog Ubah Kata Sandi: the old password, and the new one twice. The lender's other sessions end; this one
 * continues with a new token.
 */
export function ChangePasswordDialog({ open, onOpenChange, onClosed }: Props) {
  const userName = useUserName()
  const [oldPassword, setOldPassword] = useState('')
  const [chosen, setChosen] = useState(emptyPassword)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const newField = useRef<HTMLInputElement>(null)
  const canSend = oldPassword !== '' && refusal === null && isReady(chosen)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy || !canSend) return
    if (chosen.password === oldPassword) return refuseNew(passwordUnchangedSentence)
    setBusy(true)
    try {
      const { password: newPassword, confirmation: confirmNewPassword } = chosen
      const body = { oldPassword, newPassword, confirmNewPassword }
      await changeToken(() => api('PUT /auth/password', { body, changesToken: true }))
      toast.success('Berhasil mengubah kata sandi', about)
      onOpenChange(false)
    } catch (failure) {
      setBusy(false)
      refuse(failure)
    }
  }

  function refuseNew(sentence: string) {
    setRefusal({ about: 'new', sentence })
    newField.current?.focus()
  }

  /** Reports the failure in a toast and its reason at the field. An ended session is reported by the app itself. */
  function refuse(failure: unknown) {
    const { kind, code } = failure instanceof ApiError ? failure : { kind: null, code: null }
    toastNetworkError(failure)
    const sentence = kind === 'session' ? null : fieldErrorOf(failure)
    if (!sentence) return
    // Only a refusal concerns the typed values; after any other failure they can be sent again.
    if (kind !== 'refused') return toast.error(sentence, about)
    toast.error('Gagal mengubah kata sandi. Silahkan coba lagi.', about)
    if (code !== 'PASSWORD_WRONG') return refuseNew(sentence)
    setRefusal({ about: 'old', sentence })
    field.current?.focus()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      locked={busy}
      size="small"
      title="Ubah Kata Sandi"
      initialFocus={field}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => onOpenChange(false)}>
            Batal
          </Button>
          <Button type="submit" form={formId} disabled={!canSend} busy={busy}>
            Ubah Kata Sandi
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5 pt-1">
        {/* A hidden user name, which password managers need. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={userName} />
        <PasswordField
          ref={field}
          label="Kata Sandi Lama"
          name="oldPassword"
          value={oldPassword}
          error={refusal?.about === 'old' ? refusal.sentence : null}
          onChange={(event) => {
            setOldPassword(event.target.value)
            setRefusal(null)
          }}
        />
        <NewPasswordFields
          passwordRef={newField}
          refusal={refusal?.about === 'new' ? refusal.sentence : null}
          value={chosen}
          onChange={(changed) => {
            setChosen(changed)
            setRefusal(null)
          }}
        />
      </form>
    </Dialog>
  )
}
