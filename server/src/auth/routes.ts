import type { Context } from '../context.ts'
import type { Cookies } from '../platform/http/cookies.ts'
import type { Identity } from '../platform/http/requests.ts'
import type { Routes } from '../platform/http/routes.ts'
import { perform } from '../platform/mutation.ts'
import { changePassword } from './change-password.ts'
import { type Insider, validatePassword } from './check-password.ts'
import { deviceCookie, deviceOf } from './device.ts'
import { generateOtp } from './generate-otp.ts'
import type { Caller } from './limits.ts'
import { login } from './login.ts'
import { matchOtp } from './match-otp.ts'
import { resetCookie } from './reset-grant.ts'
import { resetPassword } from './reset-password.ts'
import { closeSession } from './sessions.ts'

type Calls =
  | 'login'
  | 'logout'
  | 'generateOtp'
  | 'matchOtp'
  | 'resetPassword'
  | 'changePassword'
  | 'validatePassword'

type From = { request: { ip: string }; requestId: string; cookies: Cookies }

const callerOf = ({ request, cookies }: From): Caller => ({ ip: request.ip, device: deviceOf(cookies) })

const insiderOf = (lender: Identity, { request, requestId }: From): Insider => ({
  lenderId: lender.lenderId,
  session: lender.tokenHash,
  ip: request.ip,
  requestId,
})

export const authRoutes = (context: Context): Routes<Calls> => ({
  login: async ({ body, ...from }) => {
    const device = from.cookies.get(deviceCookie.name) ?? context.random.token()
    const user = await login(context, body, { caller: callerOf(from), device, requestId: from.requestId })
    from.cookies.set(deviceCookie.name, device, deviceCookie.seconds)
    return user
  },
  logout: ({ lender, requestId }) =>
    perform(context, closeSession, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input: { tokenHash: lender.tokenHash, lenderId: lender.lenderId },
      requestId,
    }),
  generateOtp: ({ body, ...from }) =>
    generateOtp(context, body.recipient, { caller: callerOf(from), requestId: from.requestId }),
  matchOtp: async ({ body, ...from }) => {
    const match = await matchOtp(context, body, { caller: callerOf(from), requestId: from.requestId })
    if (match.isMatch) from.cookies.set(resetCookie.name, match.resetToken, resetCookie.seconds)
    return { isMatch: match.isMatch }
  },
  resetPassword: async ({ body, ...from }) => {
    const answer = await resetPassword(context, body, {
      resetToken: from.cookies.get(resetCookie.name),
      caller: callerOf(from),
      requestId: from.requestId,
    })
    from.cookies.clear(resetCookie.name)
    return answer
  },
  changePassword: ({ body, lender, ...from }) => changePassword(context, insiderOf(lender, from), body),
  validatePassword: ({ body, lender, ...from }) =>
    validatePassword(context, insiderOf(lender, from), body.password),
})
