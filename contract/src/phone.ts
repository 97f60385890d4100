import { bareNumber } from './bare-number.ts'

/** A phone number as 8 to 20 digits, without the +62 that the screen shows before it (specification, section 5). */
export const phonePattern = /^[0-9]{8,20}$/

/** Shown for a phone number in the wrong format. */
export const phoneSentence = 'Format Nomor Handphone salah'

/**
 * The national form of a phone number as people type or paste it: the digits after +62. A character that is no part of a
 * number stays, so that the rule of the field can reject it.
 * @example nationalNumber('+62 812-3456-7890') // '81234567890'
 */
export function nationalNumber(text: string): string {
  const bare = bareNumber(text)
  // The country code may be typed although a field shows it, and a national number starts with 0.
  return bare.replace(/^(\+|00)?62(?=0?8)/, '').replace(/^0(?=8|$)/, '')
}
