import { passwordNotValidatedSentence } from '@pematang/contract/lenders/auth/rules'
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
  /** The label of the confirming button. */
  action: string
  /** The screen's own rule of length: the sentence under the field, and whether the password may be sent. */
  rule: (password: string) => { sentence: string | null; canSend: boolean }
  /**
   * Called when the password was correct and the dialog is closing. The session may then do one such action within two
   * minutes.
   */
  onValid: () => void
}

const formId = 'masukan-kata-sandi'
const callFailed = 'An error occurred'

/** The sentence under the field, and whether the password itself was wrong. */
type Refusal = { sentence: string; isWrong: boolean }

/**
 * The dialog Masukan Kata Sandi, shown before an action. A correct password closes the dialog, and the pending action
 * runs.
 */
export function PasswordCheckDialog({ open, onOpenChange, action, rule, onValid }: Props) {
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { sentence, canSend } = rule(password)
  // After a failed call the password may still be correct and can be sent again.
  const isReady = canSend && !refusal?.isWrong && !busy

  function change(typed: string) {
    setPassword(typed)
    setRefusal(null)
  }

  async function submit() {
    if (!isReady) return
    setBusy(true)
    const refused = await withLoader(() => check(password))
    setBusy(false)
    if (refused === null) {
      onValid()
      onOpenChange(false)
    } else {
      setRefusal(refused)
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
        <Button type="submit" form={formId} disabled={!isReady} busy={busy} wide>
          {action}
        </Button>
      }
    >
      <PasswordForm
        formId={formId}
        fieldRef={field}
        value={password}
        error={refusal?.sentence ?? sentence}
        onChange={change}
        onSubmit={() => void submit()}
      />
    </Dialog>
  )
}

/**
 * Checks the password on the server.
 * @returns the field's sentence (specification, section 8), or null if correct
 */
async function check(password: string): Promise<Refusal | null> {
  try {
    const { is_validated: isValid } = await api('POST /auth/password/validate', { body: { password } })
    return isValid ? null : { sentence: passwordNotValidatedSentence, isWrong: true }
  } catch (failure) {
    // The message of a rate limit says how long to wait. An ended session is reported by the app itself.
    if (failure instanceof ApiError && failure.kind === 'busy') toast.error(failure.message)
    return { sentence: callFailed, isWrong: false }
  }
}
