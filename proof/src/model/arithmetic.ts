/** Whole rupiah. */
export type Rupiah = number

/** The largest whole number that is at most `of / over`; both at least zero. */
export const wholePart = (of: bigint, over: bigint): number => Number(of / over)

/** The whole number nearest to `of / over`, halves up. */
export const nearest = (of: bigint, over: bigint): bigint => (of + of + over) / (over + over)

/**
 * Divides a total in proportion to weights: whole parts first, then one rupiah each for the largest remainders; among
 * equal ones the earlier comes first. The parts add up to the total.
 */
export function divide(total: Rupiah, weights: readonly Rupiah[]): Rupiah[] {
  const sum = BigInt(weights.reduce((before, weight) => before + weight, 0))
  if (sum === 0n) return weights.map(() => 0)
  const parts = weights.map((weight) => wholePart(BigInt(total) * BigInt(weight), sum))
  const remainders = weights.map((weight) => (BigInt(total) * BigInt(weight)) % sum)
  const order = weights.map((_, place) => place)
  order.sort((a, b) => {
    const [left, right] = [remainders[a] ?? 0n, remainders[b] ?? 0n]
    if (left === right) return a - b
    return left > right ? -1 : 1
  })
  let left = total - parts.reduce((before, part) => before + part, 0)
  for (const place of order) {
    if (left === 0) break
    parts[place] = (parts[place] ?? 0) + 1
    left -= 1
  }
  return parts
}

export const sumOf = (amounts: Iterable<Rupiah>): Rupiah => {
  let sum = 0
  for (const amount of amounts) sum += amount
  return sum
}
