import { shareOut } from '../../books/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'

/** A share in an estate as its certificate writes it, e.g. 1/8. */
export type Fraction = { numerator: number; denominator: number }

/** The largest denominator of a share. Those of Islamic inheritance law stay below it. */
export const largestDenominator = 10_000
/** The common denominator of all shares stays in numbers that are exact. */
const largestCommon = 1_000_000_000

/**
 * The shares as whole parts of their least common denominator.
 * @throws Refusal SHARES_NOT_WHOLE unless they add up to exactly one
 */
export function partsOf(shares: readonly Fraction[]): number[] {
  const common = shares.reduce((before, { denominator }) => lcm(before, denominator), 1)
  const parts = shares.map(({ numerator, denominator }) => numerator * (common / denominator))
  if (common > largestCommon || sum(parts) !== common) throw new Refusal('SHARES_NOT_WHOLE')
  return parts
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
const lcm = (a: number, b: number): number => (a > largestCommon ? a : (a / gcd(a, b)) * b)

/**
 * What of the free cash each heir gets now. The shares are of everything that went and goes to the heirs, so that an heir
 * whose payment came back gets it the next time, and the others nothing of it. Who already has more than their share, by a
 * rupiah of rounding or because a payment of a borrower was taken back since, gets nothing now.
 * @param cash whole rupiah
 * @param parts the shares, above 0
 * @param gone what each heir got before, less what came back; whole rupiah
 * @returns whole rupiah, together exactly `cash`
 */
export function duesOf(cash: number, parts: readonly number[], gone: readonly number[]): number[] {
  let takes = parts.map(() => true)
  for (;;) {
    const held = (of: readonly number[]) => of.map((value, place) => (takes[place] ? value : 0))
    const before = held(gone)
    const shares = shareOut(cash + sum(before), held(parts))
    const dues = shares.map((share, place) => share - (before[place] ?? 0))
    if (dues.every((due) => due >= 0)) return dues
    takes = takes.map((take, place) => take && (dues[place] ?? 0) >= 0)
  }
}
