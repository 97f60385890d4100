import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { toastPartMissing } from '../ui/part-missing.tsx'

const CheckDialog = lazyPart(() =>
  import('./password-check-dialog.tsx').then((module) => module.PasswordCheckDialog),
)

/** Whether the lender has still to give their password, or closed the dialog that asked for it. */
export const isPasswordMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PASSWORD_CHECK_REQUIRED'

/** Makes a call that may require the password. */
export type WithPassword = <T>(call: () => Promise<T>) => Promise<T>

/**
 * The password before an action that is signed by hash, or ends a session. The caller shows `dialog` above its own; where the server asks
 * for no password, the lender is not asked for it.
 * @param action the label of the dialog's button
 */
export function usePasswordConsent(action: string): { withPassword: WithPassword; dialog: ReactNode } {
  const [answer, setAnswer] = useState<((isGiven: boolean) => void) | null>(null)
  // Keeps the dialog mounted while it closes.
  const [wasAsked, setWasAsked] = useState(false)

  /** Repeats the call once the password was right. If the lender closes the dialog, the refusal is thrown. */
  async function withPassword<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!isPasswordMissing(error)) throw error
        setWasAsked(true)
        const isGiven = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
        setAnswer(null)
        if (!isGiven) throw error
      }
    }
  }

  function giveUp() {
    answer?.(false)
    setWasAsked(false)
    toastPartMissing()
  }

  const dialog = wasAsked && (
    <Part notLoaded={() => null} onNotLoaded={giveUp}>
      <CheckDialog
        open={answer !== null}
        onOpenChange={(isOpen) => !isOpen && answer?.(false)}
        action={action}
        // The specification has no rule of length for these actions.
        rule={(password) => ({ sentence: null, canSend: password.length > 0 })}
        onValid={() => answer?.(true)}
      />
    </Part>
  )
  return { withPassword, dialog }
}
