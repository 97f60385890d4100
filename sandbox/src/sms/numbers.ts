const NATIONAL = /^8\d{7,11}$/

/**
 * An Indonesian mobile number in the form +628…, or null for anything else. Accepts +628…, 628… and 08…; the bare
 * national number is refused, because gateways would read its first digits as another country code.
 */
export function toInternational(number: string): string | null {
  const national = /^(?:\+?62|0)(.*)$/.exec(number)?.[1] ?? ''
  return NATIONAL.test(national) ? `+62${national}` : null
}

/** Normalises a number entered in the inbox search, where the prefix before the 8 may be omitted. */
export const toInternationalLoosely = (number: string): string | null =>
  toInternational(NATIONAL.test(number) ? `0${number}` : number.replaceAll(/[ -]/g, ''))
