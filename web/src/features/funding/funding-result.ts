/** The result of a funding for the result screen. Passed as router state, never in the URL. */
export type FundingResult = {
  /** unknown: no answer came, and the money may be reserved. */
  outcome: 'success' | 'failed' | 'unknown'
  loanNumber: string
  /** Whole rupiah. */
  amount: number
  /** Why it failed, if known. */
  reason?: string
  /** The key for looking up the outcome, where it is unknown. */
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
