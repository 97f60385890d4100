/**
 * The amounts in whole rupiah for which the number of loans with at least that remainder is stored. The database has
 * the same list (`listing_left` in `server/migrations/0008_funding.sql`).
 */
export const ladder: readonly number[] = [1, 5, 10, 25, 50, 100, 250, 500, 1_000].map(
  (millions) => millions * 1_000_000,
)

/** The maximum remainder assumed above the highest amount of the ladder, in whole rupiah; used for estimates. */
const above = 5_000_000_000

/**
 * The position of an amount: the number of ladder amounts up to it, and the fraction of the way to the next one, from 0
 * to 1.
 */
export function placeOnLadder(amount: number | null): { place: number; share: number } {
  const place = ladder.filter((step) => step <= (amount ?? 0)).length
  const [low, high] = [ladder[place - 1] ?? 0, ladder[place] ?? above]
  return { place, share: Math.min(1, ((amount ?? low) - low) / (high - low)) }
}
