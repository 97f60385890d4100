import { useState } from 'react'
import { ApiError } from '../api/errors.ts'

/** Whether the lender has still to give their password, or closed the dialog that asked for it. */
export const isPasswordMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PASSWORD_CHECK_REQUIRED'

type Asking = { isValid: () => void; isLeft: () => void }

/**
 * The password within a dialog whose action is signed by hash: while `isAsking`, PasswordCheckDialog is shown above it
 * with `dialog`. Where the server asks for no password, none is asked here.
 */
export function usePasswordConsent() {
  const [asking, setAsking] = useState<Asking | null>(null)

  /**
   * Makes a call that may require the password. If the server refuses it for that reason, it is repeated once the password
   * was right; if the lender closes the dialog, the refusal is thrown.
   */
  async function withPassword<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!isPasswordMissing(error)) throw error
        const isGiven = await new Promise<boolean>((resolve) =>
          setAsking({ isValid: () => resolve(true), isLeft: () => resolve(false) }),
        )
        setAsking(null)
        if (!isGiven) throw error
      }
    }
  }

  return {
    withPassword,
    isAsking: asking !== null,
    dialog: {
      open: asking !== null,
      onOpenChange: (stays: boolean) => !stays && asking?.isLeft(),
      onValid: () => asking?.isValid(),
    },
  }
}
