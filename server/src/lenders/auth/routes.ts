import type { Context } from '../../context.ts'
import type { Cookies } from '../../platform/http/cookies.ts'
import type { Identity } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { perform } from '../../platform/commands/perform.ts'
import { changePassword } from './change-password.ts'
import { type AuthenticatedLender, validatePassword } from './check-password.ts'
import { deviceCookie, deviceOf } from './device.ts'
import { generateOtp } from './generate-otp.ts'
import type { Caller } from './rate-limits.ts'
import { login } from './login.ts'
import { matchOtp } from './match-otp.ts'
import { resetCookie } from './reset-grant.ts'
import { resetPassword } from './reset-password.ts'
import { endOneSession, endOtherSessions, listSessions } from './session-list.ts'
import { closeSession } from './sessions.ts'

type Calls =
  | 'login'
  | 'logout'
  | 'generateOtp'
  | 'matchOtp'
  | 'resetPassword'
  | 'changePassword'
  | 'validatePassword'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'

type From = { request: { ip: string }; requestId: string; cookies: Cookies }

const callerOf = ({ request, cookies }: From): Caller => ({ ip: request.ip, device: deviceOf(cookies) })

const authenticatedLender = (lender: Identity, { request, requestId }: From): AuthenticatedLender => ({
  lenderId: lender.lenderId,
  session: lender.tokenHash,
  ip: request.ip,
  requestId,
})

export const routes = (context: Context): Routes<Calls> => ({
  login: async ({ body, ...from }) => {
    const device = from.cookies.get(deviceCookie.name) ?? context.random.token()
    const user = await login(context, body, {
      caller: callerOf(from),
      device,
      userAgent: from.request.headers['user-agent'],
      requestId: from.requestId,
    })
    from.cookies.set(deviceCookie.name, device, deviceCookie.seconds)
    return user
  },
  logout: ({ lender, requestId, source }) =>
    perform(context, closeSession, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input: { tokenHash: lender.tokenHash, lenderId: lender.lenderId },
      requestId,
      source,
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
  changePassword: ({ body, lender, ...from }) =>
    changePassword(context, authenticatedLender(lender, from), body),
  validatePassword: ({ body, lender, ...from }) =>
    validatePassword(context, authenticatedLender(lender, from), body.password),
  listSessions: ({ lender }) => listSessions(context, lender.lenderId, lender.tokenHash),
  endSession: ({ lender, body, requestId, source }) =>
    perform(context, endOneSession, {
      actor: { kind: 'lender', lenderId: lender.lenderId, session: lender.tokenHash },
      input: { lenderId: lender.lenderId, id: body.id },
      requestId,
      source,
    }),
  endOtherSessions: ({ lender, requestId, source }) =>
    perform(context, endOtherSessions, {
      actor: { kind: 'lender', lenderId: lender.lenderId, session: lender.tokenHash },
      input: { lenderId: lender.lenderId, current: lender.tokenHash },
      requestId,
      source,
    }),
})
