import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { toastPartMissing } from '../ui/part-missing.tsx'

const CheckDialog = lazyPart(() =>
  import('./password-check-dialog.tsx').then((module) => module.PasswordCheckDialog),
)

const FactorDialog = lazyPart(() =>
  import('./factor-check-dialog.tsx').then((module) => module.FactorCheckDialog),
)

/** Whether the lender has still to give their password or second factor, or closed the dialog that asked for it. */
export const isPasswordMissing = (error: unknown): boolean => askedBy(error) !== null

const askedBy = (error: unknown): 'password' | 'factor' | null => {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'PASSWORD_CHECK_REQUIRED') return 'password'
  return code === 'FACTOR_CHECK_REQUIRED' ? 'factor' : null
}

/** Makes a call that may require the password or the second factor. */
export type WithPassword = <T>(call: () => Promise<T>) => Promise<T>

/**
 * The password, or the second factor, before an action that is signed by hash, ends a session or changes the factors. The caller shows `dialog` above its own; where the server asks
 * for no password, the lender is not asked for it.
 * @param action the label of the dialog's button
 */
export function usePasswordConsent(action: string): { withPassword: WithPassword; dialog: ReactNode } {
  const [answer, setAnswer] = useState<((isGiven: boolean) => void) | null>(null)
  // Keeps the dialog mounted while it closes.
  const [wasAsked, setWasAsked] = useState<'password' | 'factor' | null>(null)

  /** Repeats the call once the password or the second factor was right. If the lender closes the dialog, the refusal is thrown. */
  async function withPassword<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        const what = askedBy(error)
        if (what === null) throw error
        setWasAsked(what)
        const isGiven = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
        setAnswer(null)
        if (!isGiven) throw error
      }
    }
  }

  function giveUp() {
    answer?.(false)
    setWasAsked(null)
    toastPartMissing()
  }

  const frame = {
    open: answer !== null,
    onOpenChange: (isOpen: boolean) => !isOpen && answer?.(false),
    onValid: () => answer?.(true),
  }
  const dialog = wasAsked && (
    <Part key={wasAsked} notLoaded={() => null} onNotLoaded={giveUp}>
      {wasAsked === 'factor' ? (
        <FactorDialog {...frame} />
      ) : (
        <CheckDialog
          {...frame}
          action={action}
          // The specification has no rule of length for these actions.
          rule={(password) => ({ sentence: null, canSend: password.length > 0 })}
        />
      )}
    </Part>
  )
  return { withPassword, dialog }
}
