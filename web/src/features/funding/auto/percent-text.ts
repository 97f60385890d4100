import { plainDigits } from '@pematang/contract/bare-number'

const typed = /^(\d{1,3})(?:[.,](\d{1,2}))?$/

/**
 * A typed percentage with at most two decimals, in hundredths of a percent: `12,5` is 1250; null if it is invalid or above
 * `most` hundredths.
 */
export function readPercent(text: string, most = 10_000): number | null {
  const given = plainDigits(text).trim()
  const number = given.endsWith('%') ? given.slice(0, -1).trimEnd() : given
  const [, whole, decimals = ''] = typed.exec(number) ?? []
  if (whole === undefined) return null
  const hundredths = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return hundredths <= most ? hundredths : null
}

/** Hundredths of a percent as typed text: 1250 is `12,5`. */
export const percentText = (hundredths: number): string => String(hundredths / 100).replace('.', ',')
