const NATIONAL = /^8\d{7,11}$/

/**
 * An Indonesian mobile number in the form +628…, or null for anything else. Taken are +628…, 628… and 08…; the
 * bare national number is not, because gateways would take its first digits for another country.
 */
export function toInternational(number: string): string | null {
  const national = /^(?:\+?62|0)(.*)$/.exec(number)?.[1] ?? ''
  return NATIONAL.test(national) ? `+62${national}` : null
}

/** The same for whoever looks into the inbox, who may also leave out what comes before the 8. */
export const toInternationalLoosely = (number: string): string | null =>
  toInternational(NATIONAL.test(number) ? `0${number}` : number.replaceAll(/[ -]/g, ''))
