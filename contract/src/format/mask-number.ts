const shownDigits = 4

/** Masks a phone or account number except for its last four digits; a shorter number is masked completely. */
export const maskNumber = (number: string): string =>
  number.length > shownDigits
    ? '*'.repeat(number.length - shownDigits) + number.slice(-shownDigits)
    : '*'.repeat(number.length)

/** Masks an e-mail address except for its first letter and its domain. */
export const maskEmail = (address: string): string => address.replace(/^(.)[^@]*/, '$1***')
