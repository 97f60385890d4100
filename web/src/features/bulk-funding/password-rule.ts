/** Said below the field of the bulk funding's password (specification, section 8). */
const tooShort = 'Minimum password 7 karakter'

/** Up to this length the sentence is shown (section 5). */
const longestTooShort = 7

/**
 * The password rule of a bulk funding. Section 5 gives two readings of its minimum: the words and the button name 7
 * characters, the sentence that stays up to 7 characters, being an error, makes it 8. It is 8 here: no password of ours is shorter, so
 * nobody is kept out, and the button never lets through what the sentence under the field still finds fault with.
 * Nothing is said before anything was typed.
 */
export function bulkPasswordRule(password: string): { sentence: string | null; canSend: boolean } {
  const isShort = password.length <= longestTooShort
  return { sentence: isShort && password !== '' ? tooShort : null, canSend: !isShort }
}
