/**
 * The share of the lent amount that was repaid, in whole percent. Less than everything never shows 100, more than zero
 * never shows 0.
 * @param paid whole rupiah
 * @param total whole rupiah
 */
export function paidPercent(paid: number, total: number): number {
  if (total <= 0 || paid <= 0) return 0
  if (paid >= total) return 100
  return Math.min(99, Math.max(1, Math.round((paid / total) * 100)))
}
