import type { Context } from '../context.ts'
import { perform } from '../platform/mutation.ts'
import type { Routes } from '../platform/http/routes.ts'
import { login } from './login.ts'
import { closeSession } from './sessions.ts'

export const authRoutes = (context: Context): Routes<'login' | 'logout'> => ({
  login: ({ body, requestId }) => login(context, body, requestId),
  logout: ({ lender, requestId }) =>
    perform(context, closeSession, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input: { tokenHash: lender.tokenHash, lenderId: lender.lenderId },
      requestId,
    }),
})
