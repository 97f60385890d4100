import { type BusinessDate, daysBetween } from '@pematang/contract/format/business-date'

/** A payment on a day, in whole rupiah: negative when paid out, positive when received. */
export interface CashFlow {
  on: BusinessDate
  amount: number
}

const tolerance = 1e-12

/**
 * The yearly rate at which all flows, discounted by days over 365 to the first day, add up to zero: the effective
 * return of a lender. It is found by bisection, which always converges, unlike Newton's method.
 * @returns a fraction per year above -1, e.g. 0.12; null when there is no such rate, because money went only one way or
 *   moved on a single day
 */
export function xirr(flows: readonly CashFlow[]): number | null {
  const first = flows.reduce((day, { on }) => (on < day ? on : day), flows[0]?.on ?? '')
  const terms = flows.map(({ on, amount }) => ({ amount, years: daysBetween(first, on) / 365 }))
  if (!terms.some(({ amount }) => amount > 0) || !terms.some(({ amount }) => amount < 0)) return null
  if (terms.every(({ years }) => years === 0)) return null
  // The search variable is the logarithm of 1 + rate, so that every rate above -1 has a finite value, also one close to
  // -1.
  const valueAt = (log: number) =>
    terms.reduce((sum, { amount, years }) => sum + amount * Math.exp(-log * years), 0)
  const bracket = signChange(valueAt)
  if (!bracket) return null
  let [low, high] = bracket
  const lowSign = Math.sign(valueAt(low))
  while (high - low > tolerance) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    if (Math.sign(valueAt(middle)) === lowSign) low = middle
    else high = middle
  }
  return Math.expm1((low + high) / 2)
}

/**
 * The limit of the search, as an exponent of e: no real rate is beyond it, and larger exponents would overflow doubles.
 */
const farthest = 60

/** The interval closest to a rate of zero in which the value changes its sign, searched in growing steps. */
function signChange(valueAt: (log: number) => number): [number, number] | null {
  let near = 0
  for (let far = 0.05; near < farthest; far *= 1.25) {
    for (const [low, high] of [
      [near, far],
      [-far, -near],
    ] as const) {
      const [left, right] = [valueAt(low), valueAt(high)]
      if (left === 0) return [low, low]
      if (right === 0) return [high, high]
      if (left * right < 0) return [low, high]
    }
    near = far
  }
  return null
}
