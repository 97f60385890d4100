/** Digits of a code of an app (RFC 6238, as all apps show it). */
export const totpDigits = 6

/** The sentence at the field where a second factor is not right. */
export const factorWrongSentence = 'Kode ini salah atau sudah dipakai.'
