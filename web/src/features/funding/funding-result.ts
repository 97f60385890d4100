/** How a funding ended, as the result screen shows it. Carried as router state, never in an address. */
export type FundingResult = {
  outcome: 'success' | 'failed'
  loanNumber: string
  /** Whole rupiah. */
  amount: number
  /** Why it failed, where that is known. */
  reason?: string
}

/** What a lender has to know when no answer came to a funding. */
export const unknownOutcome =
  'Kami belum menerima kepastian dari server. Periksa Portofolio Anda lebih dulu. Bila Anda mencoba lagi dengan pinjaman dan jumlah yang sama, dana tidak akan terpotong dua kali.'

/** Reads the router state of the result screen; null without loan number and amount. */
export function readFundingResult(state: unknown): FundingResult | null {
  if (typeof state !== 'object' || state === null) return null
  const { outcome, loanNumber, amount, reason } = state as Record<string, unknown>
  if (typeof loanNumber !== 'string' || loanNumber === '') return null
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return null
  return {
    outcome: outcome === 'success' ? 'success' : 'failed',
    loanNumber,
    amount,
    ...(typeof reason === 'string' && { reason }),
  }
}
