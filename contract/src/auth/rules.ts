/** What is wrong with a password that is too short, too long or too plain (specification, section 5). */
export const passwordRuleSentence =
  'Kata Sandi harus terdiri dari min 8 karakter, huruf besar, huruf kecil dan angka.'

/** What is wrong with a confirmation that differs (specification, section 5). */
export const confirmationSentence = 'Kata Sandi harus sama dengan Kata Sandi Baru'

/** Shown on the code field where `isMatch` is false (specification, section 8). */
export const otpMismatchSentence = 'kode verifikasi yang anda masukan salah'

/** Shown where `is_validated` is false (specification, section 8). */
export const passwordNotValidatedSentence = 'Kata sandi salah'

/** Characters of an SMS code, and seconds until another one can be asked for (specification, section 9). */
export const otpLength = 6
export const otpResendSeconds = 59

const shortest = 8
const longest = 99

/**
 * Whether a password may be chosen: 8 to 99 characters with an upper-case letter, a lower-case letter and a digit.
 * Characters are counted as the browser's input counts them (UTF-16 units). Both sides run this.
 */
export const isGoodPassword = (password: string): boolean =>
  password.length >= shortest &&
  password.length <= longest &&
  /\p{Lu}/u.test(password) &&
  /\p{Ll}/u.test(password) &&
  /[0-9]/.test(password)
