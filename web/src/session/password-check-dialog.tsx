import { passwordNotValidatedSentence } from '@pematang/contract/auth/rules'
import { useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { withLoader } from '../ui/loader-store.ts'
import { toast } from '../ui/toast-store.ts'
import { PasswordForm } from './password-form.tsx'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What the button that goes on reads. */
  action: string
  /** The screen's own rule of length: the sentence under the field, and whether the password may be sent. */
  rule: (password: string) => { sentence: string | null; canSend: boolean }
  /** The password was right, and the dialog is closing: this session may now do one such action within two minutes. */
  onValid: () => void
}

const formId = 'masukan-kata-sandi'
const callFailed = 'An error occurred'

/** Masukan Kata Sandi: asked before an action. A right password closes it, then runs the pending action. */
export function PasswordCheckDialog({ open, onOpenChange, action, rule, onValid }: Props) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { sentence, canSend } = rule(password)
  const isReady = canSend && error === null && !busy

  function change(typed: string) {
    setPassword(typed)
    setError(null)
  }

  async function submit() {
    if (!isReady) return
    setBusy(true)
    const refusal = await withLoader(() => check(password))
    setBusy(false)
    if (refusal === null) {
      onOpenChange(false)
      onValid()
    } else {
      setError(refusal)
      field.current?.focus()
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => change('')}
      locked={busy}
      size="third"
      title="Masukan Kata Sandi"
      initialFocus={field}
      footer={
        <Button type="submit" form={formId} disabled={!isReady} wide>
          {action}
        </Button>
      }
    >
      <PasswordForm
        formId={formId}
        fieldRef={field}
        value={password}
        error={error ?? sentence}
        onChange={change}
        onSubmit={() => void submit()}
      />
    </Dialog>
  )
}

/** Asks the server. @returns the sentence under the field (specification, section 8), or null for a right password */
async function check(password: string): Promise<string | null> {
  try {
    const { is_validated: isValid } = await api('POST /auth/password/validate', { body: { password } })
    return isValid ? null : passwordNotValidatedSentence
  } catch (failure) {
    // How long to wait is worth more than that it failed. Of a session that ended the app tells by itself.
    if (failure instanceof ApiError && failure.kind === 'busy') toast.error(failure.message)
    return callFailed
  }
}
