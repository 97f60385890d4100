/** The error sentence for a password that is too short, too long or too simple (specification, section 5). */
export const passwordRuleSentence =
  'Kata Sandi harus terdiri dari min 8 karakter, huruf besar, huruf kecil dan angka.'

/** The error sentence for a confirmation that differs from the new password (specification, section 5). */
export const confirmationSentence = 'Kata Sandi harus sama dengan Kata Sandi Baru'

/** The error sentence for a new password that equals the current one. */
export const passwordUnchangedSentence = 'Kata Sandi Baru harus berbeda dari kata sandi sebelumnya.'

/** The error sentence at the code field where `isMatch` is false (specification, section 8). */
export const otpMismatchSentence = 'kode verifikasi yang anda masukan salah'

/** The error sentence for a wrong password, where `is_validated` is false (specification, section 8). */
export const passwordNotValidatedSentence = 'Kata sandi salah'

/**
 * Number of digits of an SMS code; below, the seconds before the lender can request another one (specification, section
 * 9).
 */
export const otpLength = 6
export const otpResendSeconds = 59

const shortest = 8
const longest = 99

/**
 * Whether a password is valid: 8 to 99 characters with an upper-case letter, a lower-case letter and a digit.
 * Characters are counted as the browser's input counts them (UTF-16 units), of the normal form (NFKC) that is hashed.
 * The browser and the server run this same function.
 */
export function isGoodPassword(typed: string): boolean {
  const password = typed.normalize('NFKC')
  return (
    password.length >= shortest &&
    password.length <= longest &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password) &&
    /[0-9]/.test(password)
  )
}
