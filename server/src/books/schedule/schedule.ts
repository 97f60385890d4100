import type { TenorPeriod } from '@pematang/contract/format/tenor'
import { addDays, addMonths, type BusinessDate } from '@pematang/contract/format/business-date'
import { checkRupiah, type Fraction, rateFraction, roundHalfUp } from './fraction.ts'

/**
 * ANNUITY: equal payments. FLAT: equal principal, interest on the original principal. BULLET: all principal in the last
 * installment.
 */
export type InterestType = 'ANNUITY' | 'FLAT' | 'BULLET'

export interface ScheduleTerms {
  /** The principal in whole rupiah, above 0. */
  principal: number
  /** The yearly interest rate as a fraction, 0 to 10; a text keeps every digit. */
  annualRate: number | string
  interestType: InterestType
  /** The number of periods, 1 to 3650. */
  tenor: number
  tenorPeriod: TenorPeriod
  /** The day on which the loan is paid out; the first installment is due one period later. */
  startDate: BusinessDate
}

/** One line of a schedule; `no` counts from 1, amounts are whole rupiah before penalty and tax. */
export interface Installment {
  no: number
  dueDate: BusinessDate
  principal: number
  interest: number
}

const longestTenor = 3650

/**
 * Interest rate of one period. A month is a twelfth of a year whatever its length, because the installments of a
 * monthly loan are equal; weeks and days count actual days over 365.
 */
function periodRate(rate: number | string, period: TenorPeriod, periods: number): Fraction {
  if (period === 'MONTH') return rateFraction(rate, periods, 12)
  return rateFraction(rate, period === 'WEEK' ? 7 * periods : periods, 365)
}

function dueDate({ startDate, tenorPeriod }: ScheduleTerms, periods: number): BusinessDate {
  if (tenorPeriod === 'MONTH') return addMonths(startDate, periods)
  return addDays(startDate, tenorPeriod === 'WEEK' ? 7 * periods : periods)
}

const interestOn = (amount: bigint, { of, over }: Fraction) => roundHalfUp({ of: amount * of, over })

/**
 * The equal payment of an annuity, rounded half up: principal x r x (1+r)^n / ((1+r)^n - 1), computed in exact
 * fractions, so that rounding errors do not accumulate over a long tenor.
 */
function annuityPayment(principal: bigint, { of, over }: Fraction, tenor: number): bigint {
  if (of === 0n) return roundHalfUp({ of: principal, over: BigInt(tenor) })
  const grown = (of + over) ** BigInt(tenor)
  return roundHalfUp({ of: principal * of * grown, over: over * (grown - over ** BigInt(tenor)) })
}

/** Returns a function for the principal due in a period, by type of interest; the last period gets the rest. */
function principalDue(terms: ScheduleTerms, rate: Fraction): (left: bigint, interest: bigint) => bigint {
  const principal = BigInt(terms.principal)
  if (terms.interestType === 'BULLET') return () => 0n
  if (terms.interestType === 'FLAT') return () => principal / BigInt(terms.tenor)
  const payment = annuityPayment(principal, rate, terms.tenor)
  // With a principal of a few rupiah the rounded payment can exceed the balance, so it is limited to the balance.
  return (left, interest) => (payment - interest < left ? payment - interest : left)
}

/**
 * The installments of a loan, or of one lender's share in it, in whole rupiah. Interest is rounded half up in each
 * period; the last installment absorbs the rounding difference, so the principals add up exactly. A bullet loan with a
 * tenor in days is paid in one installment at the end.
 * @throws RangeError when a term is out of range
 */
export function buildSchedule(terms: ScheduleTerms): Installment[] {
  checkRupiah(terms.principal, 'principal', 1)
  if (!Number.isInteger(terms.tenor) || terms.tenor < 1 || terms.tenor > longestTenor) {
    throw new RangeError(`A tenor is 1 to ${longestTenor} periods: ${terms.tenor}`)
  }
  const year = rateFraction(terms.annualRate)
  if (year.of < 0n || year.of > 10n * year.over) {
    throw new RangeError(`A yearly rate lies between 0 and 10: ${terms.annualRate}`)
  }
  const atOnce = terms.interestType === 'BULLET' && terms.tenorPeriod === 'DAY'
  const step = atOnce ? terms.tenor : 1
  const count = terms.tenor / step
  const rate = periodRate(terms.annualRate, terms.tenorPeriod, step)
  const due = principalDue(terms, rate)

  let left = BigInt(terms.principal)
  return Array.from({ length: count }, (_, index) => {
    const no = index + 1
    const base = terms.interestType === 'FLAT' ? BigInt(terms.principal) : left
    const interest = interestOn(base, rate)
    const principal = no === count ? left : due(left, interest)
    left -= principal
    return {
      no,
      dueDate: dueDate(terms, no * step),
      principal: Number(principal),
      interest: Number(interest),
    }
  })
}
