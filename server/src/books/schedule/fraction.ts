import { toDecimal } from '@pematang/contract/format/decimal'

/** An exact fraction: `of` divided by `over`, which is above zero. */
export interface Fraction {
  of: bigint
  over: bigint
}

/** Converts a rate (a number or a decimal text) to an exact fraction, multiplied by `times / per`. */
export function rateFraction(rate: number | string, times = 1, per = 1): Fraction {
  const { digits, scale } = toDecimal(rate)
  return { of: digits * BigInt(times), over: 10n ** BigInt(scale) * BigInt(per) }
}

/** Rounds `of / over` to the nearest whole number, halves up. Only for values of at least zero. */
export function roundHalfUp({ of, over }: Fraction): bigint {
  return (2n * of + over) / (2n * over)
}

/** @throws RangeError if the amount is not a safe integer of at least `least` */
export function checkRupiah(amount: number, name: string, least = 0): void {
  if (!Number.isSafeInteger(amount) || amount < least)
    throw new RangeError(`${name} is out of range: ${amount}`)
}
