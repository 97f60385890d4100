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

/** Like `withholdTax`, for a rate in ppm: the tax on gross interest in whole rupiah, rounded down. */
export function taxOn(interest: number, ratePpm: number): number {
  const exact = interest * ratePpm
  if (!Number.isSafeInteger(exact)) return Number((BigInt(interest) * BigInt(ratePpm)) / 1_000_000n)
  return (exact - (exact % 1_000_000)) / 1_000_000
}
