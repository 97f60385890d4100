const tooShort = 'Minimum password 3 karakter'
const longestTooShort = 3

/**
 * The rule of the password step (specification, section 5): more than three characters. An empty field shows no error
 * yet.
 */
export function passwordRule(password: string): { sentence: string | null; canSend: boolean } {
  const canSend = password.length > longestTooShort
  return { canSend, sentence: canSend || password === '' ? null : tooShort }
}
