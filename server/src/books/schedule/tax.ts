import { checkRupiah, rateFraction } from './fraction.ts'

/**
 * The income tax that the platform withholds from a lender's gross interest, in whole rupiah rounded down. Source: PMK
 * 69/PMK.03/2022 (15% domestic, 30% without a tax number, 20% foreign or the treaty's rate). Principal is not taxed.
 * @param interest whole rupiah, at least 0
 * @param rate the lender's tax rate, a fraction between 0 and 1
 * @throws RangeError when either is out of range
 */
export function withholdTax(interest: number, rate: number | string): number {
  checkRupiah(interest, 'interest')
  const { of, over } = rateFraction(rate)
  if (of < 0n || of > over) throw new RangeError(`A tax rate lies between 0 and 1: ${rate}`)
  return Number((BigInt(interest) * of) / over)
}

/** Interest of a lender and the tax withheld from it, in a month by one article and rate; whole rupiah. */
export type TaxMonth = { interest: number; tax: number }

/**
 * The tax to withhold from more interest of a month, so that the tax of the month is the rate on all its interest, rounded
 * down once; never more than the interest. Whole rupiah.
 */
export function withholdInMonth(month: TaxMonth, interest: number, ratePpm: number): number {
  return Math.min(interest, Math.max(0, taxOn(month.interest + interest, ratePpm) - month.tax))
}

/**
 * The tax to give back with interest that is taken back in a month, so that the rest of the month is taxed as if that
 * interest had not come. Where less than nothing is left of the month, what was withheld from the interest is given back.
 * @param withheld the tax that was withheld from this interest
 */
export function giveBackInMonth(
  month: TaxMonth,
  interest: number,
  withheld: number,
  ratePpm: number,
): number {
  const left = month.interest - interest
  if (left < 0) return withheld
  return Math.min(interest, Math.max(0, month.tax - taxOn(left, ratePpm)))
}

/** Like `withholdTax`, for a rate in ppm: the tax on gross interest in whole rupiah, rounded down. */
export function taxOn(interest: number, ratePpm: number): number {
  const exact = interest * ratePpm
  if (!Number.isSafeInteger(exact)) return Number((BigInt(interest) * BigInt(ratePpm)) / 1_000_000n)
  return (exact - (exact % 1_000_000)) / 1_000_000
}
