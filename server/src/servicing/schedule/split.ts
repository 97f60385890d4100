import { checkRupiah } from './fraction.ts'

/**
 * Shares a total out in proportion to weights so that the parts add up to it exactly: each gets the whole part of
 * its quota, and the rupiah that are left go one each to the largest remainders. Equal remainders are served in
 * the order given, so the same input always splits the same way.
 * @param total rupiah, at least 0
 * @param weights whole numbers of at least 0, not all 0
 * @returns rupiah, one part a weight
 * @throws RangeError when the total or a weight is out of range
 */
export function splitByLargestRemainder(total: number, weights: readonly number[]): number[] {
  checkRupiah(total, 'total')
  for (const weight of weights) checkRupiah(weight, 'weight')
  const sum = weights.reduce((before, weight) => before + BigInt(weight), 0n)
  if (sum === 0n) throw new RangeError('There is no weight to split by')
  const quotas = weights.map((weight, index) => {
    const exact = BigInt(total) * BigInt(weight)
    return { index, part: Number(exact / sum), remainder: exact % sum }
  })
  const left = total - quotas.reduce((before, { part }) => before + part, 0)
  const bySize = quotas.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  )
  for (const quota of bySize.slice(0, left)) quota.part += 1
  return quotas.map(({ part }) => part)
}
