/** What the withdrawal hands to its result screen, as router state. */
export type WithdrawResult = { outcome: 'success' } | { outcome: 'failure'; message: string }

/** Said when the server gave no reason (specification, section 8). */
export const withdrawFailed = 'Maaf proses permintaan tarik dana belum dapat diproses.'

/**
 * The result in a router state, or null where there is none: the page was opened by its address, or the state is
 * not one of ours.
 */
export function readWithdrawResult(state: unknown): WithdrawResult | null {
  const given = (typeof state === 'object' && state !== null ? state : {}) as Record<string, unknown>
  if (given.outcome === 'success') return { outcome: 'success' }
  if (given.outcome !== 'failure') return null
  const said = typeof given.message === 'string' ? given.message.trim() : ''
  return { outcome: 'failure', message: said || withdrawFailed }
}
