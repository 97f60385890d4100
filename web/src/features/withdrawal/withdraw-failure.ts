import { ApiError, sentences } from '../../api/errors.ts'
import { hasUnknownOutcome } from '../../wishes/ask-once.ts'
import { type WithdrawResult, withdrawFailed } from './withdraw-result.ts'

/** How the server says that the password is wrong, and how the screen does (specification, section 8). */
const saidOfPassword = 'Invalid input password. Please try again'
const passwordWrong = 'Kata Sandi tidak sesuai, mohon coba lagi.'

/**
 * What a failed withdrawal leads to. `field`: a sentence under the password field, where the lender can try again; null
 * where the app tells by itself. `result`: the withdrawal has ended, and the result screen says why.
 */
export type WithdrawFailure = { field: string | null } | { result: WithdrawResult }

/**
 * A wrong password stands under its field. So does everything after which the money may have moved or still can: the
 * next press carries the same key, so that it ends once. What was refused for good has ended.
 */
export function failureOf(error: unknown): WithdrawFailure {
  if (!(error instanceof ApiError)) return { field: withdrawFailed }
  if (error.kind === 'session') return { field: null }
  if (error.message === saidOfPassword) return { field: passwordWrong }
  // The general sentence stands for none of the server's own.
  const message = error.message === sentences.server ? withdrawFailed : error.message
  if (error.kind === 'busy' || hasUnknownOutcome(error)) return { field: message }
  return { result: { outcome: 'failure', message } }
}
