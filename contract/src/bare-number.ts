/**
 * A typed or pasted number or day without the invisible marks of direction that messengers copy along, and with the digits
 * of wide fonts as plain ones.
 */
export const plainDigits = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/**
 * The digits of a phone or account number or a code as people type or paste it: plain, without grouping characters. Any
 * other character stays, so that the rule of the field can reject it.
 * @example bareNumber('(021) 123-456') // '021123456'
 */
export const bareNumber = (text: string): string => plainDigits(text).replace(/[\s()./\p{Pd}]/gu, '')
