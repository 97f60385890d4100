/** The result of a funding for the result screen. Passed as router state, never in the URL. */
export type FundingResult = {
  /** `unknown`: no answer came, and the money may be reserved. */
  outcome: 'success' | 'failed' | 'unknown'
  loanNumber: string
  /** The amount of the funding in whole rupiah. */
  amount: number
  /** The reason for a failure, if known. */
  reason?: string
  /** The idempotency key for looking up an unknown outcome. */
  key?: string
}

/** Reads the router state of the result screen; null without loan number and amount. */
export function readFundingResult(state: unknown): FundingResult | null {
  if (typeof state !== 'object' || state === null) return null
  const { outcome, loanNumber, amount, reason, key } = state as Record<string, unknown>
  if (typeof loanNumber !== 'string' || loanNumber === '') return null
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return null
  if (outcome === 'unknown' && typeof key === 'string') return { outcome, loanNumber, amount, key }
  return {
    outcome: outcome === 'success' ? 'success' : 'failed',
    loanNumber,
    amount,
    ...(typeof reason === 'string' && { reason }),
  }
}
