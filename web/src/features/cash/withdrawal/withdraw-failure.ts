import { ApiError, sentences } from '../../../api/errors.ts'
import { UnknownOutcome } from '../../../api/idempotency/outcome.ts'
import { type WithdrawResult, type WithdrawnFacts, withdrawFailed } from './withdraw-result.ts'

/** The server's sentence for a wrong password, and the sentence shown instead (specification, section 8). */
const saidOfPassword = 'Invalid input password. Please try again'
const passwordWrong = 'Kata Sandi tidak sesuai, mohon coba lagi.'

/**
 * The consequence of a failed withdrawal. `field`: a sentence under the password field, where the lender can try again;
 * null where the app itself reports the failure. `result`: the withdrawal has ended or its outcome is unknown.
 */
export type WithdrawFailure = { field: string | null } | { result: WithdrawResult }

/**
 * A wrong password and a failure that can be retried stay at the password step. A final refusal opens the result
 * screen, and so does an unknown outcome, which is polled there.
 * @param facts the requested withdrawal
 */
export function failureOf(error: unknown, facts?: WithdrawnFacts): WithdrawFailure {
  if (error instanceof UnknownOutcome) {
    return { result: { outcome: 'unknown', key: error.key, ...(facts && { facts }) } }
  }
  if (!(error instanceof ApiError)) return { field: withdrawFailed }
  if (error.kind === 'session') return { field: null }
  if (error.message === saidOfPassword) return { field: passwordWrong }
  // The lender closed the dialog that asked for the second factor; nothing was sent.
  if (error.code === 'FACTOR_CHECK_REQUIRED') return { field: error.message }
  // The general sentence is used when the server gave no sentence of its own.
  const message = error.message === sentences.server ? withdrawFailed : error.message
  if (error.kind !== 'refused' || error.code === 'REQUEST_NOT_RECEIVED') return { field: message }
  return { result: { outcome: 'failure', message, ...(facts && { facts }) } }
}
