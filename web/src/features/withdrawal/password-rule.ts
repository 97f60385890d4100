const tooShort = 'Minimum password 3 karakter'
const longestTooShort = 3

/** The password step's rule (specification, section 5): more than three characters. An empty field is not wrong yet. */
export function passwordRule(password: string): { sentence: string | null; canSend: boolean } {
  const canSend = password.length > longestTooShort
  return { canSend, sentence: canSend || password === '' ? null : tooShort }
}
