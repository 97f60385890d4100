import type { Context } from '../context.ts'
import { perform } from '../platform/mutation.ts'
import type { Routes } from '../platform/http/routes.ts'
import { Refusal } from '../platform/refusal.ts'
import { login } from './login.ts'
import { closeSession } from './sessions.ts'

type Calls =
  | 'login'
  | 'logout'
  | 'generateOtp'
  | 'matchOtp'
  | 'resetPassword'
  | 'changePassword'
  | 'validatePassword'

/** Declared on the wire; the verbs behind them come with the next commits. */
const notYet = async (): Promise<never> => {
  throw new Refusal('OVERLOADED')
}

export const authRoutes = (context: Context): Routes<Calls> => ({
  login: ({ body, requestId }) => login(context, body, requestId),
  logout: ({ lender, requestId }) =>
    perform(context, closeSession, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input: { tokenHash: lender.tokenHash, lenderId: lender.lenderId },
      requestId,
    }),
  generateOtp: notYet,
  matchOtp: notYet,
  resetPassword: notYet,
  changePassword: notYet,
  validatePassword: notYet,
})
