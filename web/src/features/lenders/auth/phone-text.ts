/**
 * Normalises a phone number as people type or paste it to the digits after +62, without grouping characters. Any other
 * character stays, so that the rule of the field can reject it.
 * @example nationalNumber('+62 812-3456-7890') // '81234567890'
 */
export function nationalNumber(text: string): string {
  const bare = text.normalize('NFKC').replace(/[\s().\-\u2010-\u2015]/g, '')
  // The country code may be typed although the field shows it, and a national number starts with 0.
  return bare.replace(/^(?:\+|00)?62(?=0?8)/, '').replace(/^0(?=8|$)/, '')
}
