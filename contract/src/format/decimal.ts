/** An exact decimal: `digits / 10 ** scale`. */
export interface Decimal {
  digits: bigint
  scale: number
}

const shape = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/**
 * Reads a number or a decimal text without passing through binary fractions: 0.1 is exactly one tenth. A number is read
 * as the shortest decimal that represents it, which is the one people typed.
 * @throws RangeError for anything that is not a finite decimal
 */
export function toDecimal(value: number | string): Decimal {
  const match = shape.exec(String(value))
  if (!match) throw new RangeError(`Not a decimal: ${value}`)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const magnitude = BigInt(whole + fraction)
  const digits = sign ? -magnitude : magnitude
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** The decimal as a text with exactly `places` digits after a comma; halves are rounded away from zero. */
export function toCommaText({ digits, scale }: Decimal, places: number): string {
  const magnitude = digits < 0n ? -digits : digits
  const shift = places - scale
  const rounded =
    shift >= 0
      ? magnitude * 10n ** BigInt(shift)
      : (magnitude + 10n ** BigInt(-shift) / 2n) / 10n ** BigInt(-shift)
  const text = rounded.toString().padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  const sign = digits < 0n && rounded > 0n ? '-' : ''
  return `${sign}${whole}${places > 0 ? `,${text.slice(-places)}` : ''}`
}
