import { useState } from 'react'
import { ApiError } from '../api/errors.ts'

const isUnaccepted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'RISK_WARNING_UNACCEPTED'

/**
 * The acceptance of the risk warning within a dialog that funds: while `isAsking`, the dialog shows RiskDialog instead
 * of its own step, and calls `accepted` at its end.
 */
export function useRiskConsent() {
  const [proceed, setProceed] = useState<(() => void) | null>(null)

  /**
   * Makes a call that may require the lender's acceptance of the risk warning. If the server refuses it for that
   * reason, it is repeated once the lender has accepted; if they close the dialog, its promise stays pending.
   */
  async function withConsent<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call()
      } catch (error) {
        if (!isUnaccepted(error)) throw error
        await new Promise<void>((resolve) => setProceed(() => resolve))
        setProceed(null)
      }
    }
  }

  return { withConsent, isAsking: proceed !== null, accepted: () => proceed?.() }
}
