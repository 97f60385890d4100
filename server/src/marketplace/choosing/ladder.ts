/**
 * The amounts, whole rupiah, for which the loans with at least as much left are counted. The database counts by the same
 * ones (`listing_left` in `server/migrations/0054_listing_entry.sql`).
 */
export const ladder: readonly number[] = [1, 5, 10, 25, 50, 100, 250, 500, 1_000].map(
  (millions) => millions * 1_000_000,
)

/** The end of what is left above the highest amount of the ladder, for estimates. */
const above = 5_000_000_000

/**
 * Where an amount lies: the number of amounts of the ladder that are not above it, and how much of the way to the next
 * one it has gone, from 0 to 1.
 */
export function placeOnLadder(amount: number | null): { place: number; share: number } {
  const place = ladder.filter((step) => step <= (amount ?? 0)).length
  const [low, high] = [ladder[place - 1] ?? 0, ladder[place] ?? above]
  return { place, share: Math.min(1, ((amount ?? low) - low) / (high - low)) }
}
