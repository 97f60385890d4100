import { type SubmitEvent, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { useLender } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { emptyPassword, isReady } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { sentenceForField } from './told.ts'

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onClosed: () => void }

/** The server's sentence, and the field that it is about. */
type Refusal = { about: 'old' | 'new'; sentence: string }

const formId = 'ubah-kata-sandi'

/** Ubah Kata Sandi: the old password, and the new one twice. Other sessions of the lender end; this one stays. */
export function ChangePasswordDialog({ open, onOpenChange, onClosed }: Props) {
  const { phoneNumber } = useLender()
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
    setBusy(true)
    try {
      const { password: newPassword, confirmation: confirmNewPassword } = chosen
      await api('PUT /auth/password', { body: { oldPassword, newPassword, confirmNewPassword } })
      toast.success('Berhasil mengubah kata sandi')
      onOpenChange(false)
    } catch (failure) {
      setBusy(false)
      refuse(failure)
    }
  }

  /** The toast says that it failed, the field why. Of a session that ended the app tells by itself. */
  function refuse(failure: unknown) {
    const { kind, code } = failure instanceof ApiError ? failure : { kind: null, code: null }
    const sentence = kind === 'session' ? null : sentenceForField(failure)
    if (!sentence) return
    // Only a refusal says something about what was typed; all else can be sent again as it is.
    if (kind !== 'refused') return toast.error(sentence)
    toast.error('Gagal mengubah kata sandi. Silahkan coba lagi.')
    const about = code === 'PASSWORD_WRONG' ? 'old' : 'new'
    setRefusal({ about, sentence })
    if (about === 'old') field.current?.focus()
    else newField.current?.focus()
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
        {/* Tells a password manager whose password this is. */}
        <input hidden readOnly type="text" name="username" autoComplete="username" value={phoneNumber} />
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
