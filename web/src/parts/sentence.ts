import { messageOf } from '../api/errors.ts'
import { PasskeyError } from '../ui/passkey.ts'

/** The sentence for anything thrown by a call or a passkey. */
export const sentenceOf = (error: unknown): string =>
  error instanceof PasskeyError ? error.message : messageOf(error)
