/**
 * How much of what was lent has come back, as a whole percent. Not all of it is never written as 100, and something
 * never as 0.
 * @param paid @param total whole rupiah
 */
export function paidPercent(paid: number, total: number): number {
  if (total <= 0 || paid <= 0) return 0
  if (paid >= total) return 100
  return Math.min(99, Math.max(1, Math.round((paid / total) * 100)))
}
