/** Shown below the password field of the bulk funding (specification, section 8). */
const tooShort = 'Minimum password 7 karakter'

/** A password of up to this length is too short (specification, section 5). */
const longestTooShort = 7

/**
 * The password rule of a bulk funding. Section 5 has two readings of its minimum: the text and the button say 7
 * characters, while the error sentence stays up to 7 characters, which makes it 8. We take 8: no password is shorter,
 * so no lender is locked out, and the button is never enabled while an error is shown. No error is shown for an empty
 * field.
 */
export function bulkPasswordRule(password: string): { sentence: string | null; canSend: boolean } {
  const isShort = password.length <= longestTooShort
  return { sentence: isShort && password !== '' ? tooShort : null, canSend: !isShort }
}
