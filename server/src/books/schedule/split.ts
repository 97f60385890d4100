import { checkRupiah } from './fraction.ts'

/**
 * Splits a total in proportion to weights so that the parts add up to it exactly: each gets the whole part of its
 * quota, and the remaining rupiah go one each to the largest remainders. Equal remainders are served in the given
 * order, so the result is deterministic.
 * @param total whole rupiah, at least 0
 * @param weights whole numbers of at least 0, not all 0
 * @returns whole rupiah, one part for each weight; no part exceeds its weight as long as the total does not exceed
 *   their sum
 * @throws RangeError when the total or a weight is out of range
 */
export function splitByLargestRemainder(total: number, weights: readonly number[]): number[] {
  checkRupiah(total, 'total')
  let largest = 0
  for (const weight of weights) {
    checkRupiah(weight, 'weight')
    if (weight > largest) largest = weight
  }
  const sum = weights.reduce((before, weight) => before + BigInt(weight), 0n)
  if (sum === 0n) throw new RangeError('There is no weight to split by')
  const isSmall = BigInt(total) * BigInt(largest) <= maxSafe
  const quotas = isSmall ? quotasInNumbers(total, weights, Number(sum)) : quotasExactly(total, weights, sum)
  const left = total - quotas.reduce((before, { part }) => before + part, 0)
  if (left > 0) {
    const bySize = quotas.toSorted(
      (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
    )
    for (const quota of bySize.slice(0, left)) quota.part += 1
  }
  return quotas.map(({ part }) => part)
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

/** The whole part of a quota, and its remainder as a numerator over the sum of the weights. */
type Quota = { part: number; remainder: number | bigint }

/**
 * Computes quotas with numbers; only used if doubles represent all products exactly. A sum that they do not represent is
 * then above every product, so that each product is its own remainder.
 */
function quotasInNumbers(total: number, weights: readonly number[], sum: number): Quota[] {
  return weights.map((weight) => {
    const exact = total * weight
    const remainder = exact % sum
    return { part: (exact - remainder) / sum, remainder }
  })
}

function quotasExactly(total: number, weights: readonly number[], sum: bigint): Quota[] {
  return weights.map((weight) => {
    const exact = BigInt(total) * BigInt(weight)
    return { part: Number(exact / sum), remainder: exact % sum }
  })
}
