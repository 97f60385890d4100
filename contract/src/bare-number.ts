/**
 * The digits of a phone or account number or a code as people type or paste it: without grouping characters and the
 * invisible marks of direction that messengers copy along, and with the digits of wide fonts as plain ones. Any other
 * character stays, so that the rule of the field can reject it.
 * @example bareNumber('(021) 123-456') // '021123456'
 */
export const bareNumber = (text: string): string =>
  text.normalize('NFKC').replace(/[\s()./\p{Pd}\p{Cf}]/gu, '')
