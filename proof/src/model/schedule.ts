import { nearest, type Rupiah } from './arithmetic.ts'
import { type Day, laterBy, monthsLater } from './days.ts'

export type Terms = {
  interestType: 'ANNUITY' | 'FLAT' | 'BULLET'
  /** Interest per year in parts per million. */
  ratePpm: number
  tenor: number
  period: 'MONTH' | 'WEEK' | 'DAY'
}

export type Part = { dueDate: Day; principal: Rupiah; interest: Rupiah }

/** The interest of one period as a fraction: a month is a twelfth of a year, days are counted over 365. */
function rateOf({ ratePpm, period }: Terms, periods: number): [of: bigint, over: bigint] {
  const ppm = BigInt(ratePpm) * BigInt(periods)
  if (period === 'MONTH') return [ppm, 12_000_000n]
  return [ppm * (period === 'WEEK' ? 7n : 1n), 365_000_000n]
}

/** The constant payment of an annuity: p * i / (1 - (1 + i)^-n), rounded half up to the rupiah. */
function payment(principal: bigint, [of, over]: [bigint, bigint], tenor: number): bigint {
  let growth = 1n
  let base = 1n
  for (let period = 0; period < tenor; period += 1) {
    growth *= over + of
    base *= over
  }
  if (growth === base) return nearest(principal, BigInt(tenor))
  return nearest(principal * of * growth, over * (growth - base))
}

/**
 * The installments of one funding from the day of disbursement. Interest is rounded half up each period, and the last
 * installment contains the rounding difference of the principal. A bullet loan with a tenor in days is paid at its end.
 */
export function scheduleOf(principal: Rupiah, terms: Terms, from: Day): Part[] {
  const atOnce = terms.interestType === 'BULLET' && terms.period === 'DAY'
  const step = atOnce ? terms.tenor : 1
  const count = terms.tenor / step
  const rate = rateOf(terms, step)
  const whole = BigInt(principal)
  const equal = terms.interestType === 'ANNUITY' ? payment(whole, rate, terms.tenor) : 0n
  const parts: Part[] = []
  let left = whole
  for (let no = 1; no <= count; no += 1) {
    const interest = nearest((terms.interestType === 'FLAT' ? whole : left) * rate[0], rate[1])
    const asked = { ANNUITY: equal - interest, FLAT: whole / BigInt(count), BULLET: 0n }[terms.interestType]
    const paid = no === count || asked > left ? left : asked
    left -= paid
    parts.push({
      dueDate: dueOn(terms, from, no * step),
      principal: Number(paid),
      interest: Number(interest),
    })
  }
  return parts
}

function dueOn({ period }: Terms, from: Day, periods: number): Day {
  if (period === 'MONTH') return monthsLater(from, periods)
  return laterBy(from, period === 'WEEK' ? 7 * periods : periods)
}
