import type { Context } from '../../context.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import type { Cookies } from '../../platform/http/cookies.ts'
import { type Identity, loginOf } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changePassword } from './change-password.ts'
import { type AuthenticatedLender, validatePassword } from './check-password.ts'
import { deviceCookie, deviceOf } from './device.ts'
import { generateOtp } from './generate-otp.ts'
import type { Caller } from './rate-limits.ts'
import { login } from './login.ts'
import { stepCookie } from './step-store.ts'
import { matchOtp } from './match-otp.ts'
import { resetCookie } from './reset-grant.ts'
import { resetPassword } from './reset-password.ts'
import { endOneSession, endOtherSessions, listSessions } from './session-list.ts'
import { loginWithFactor, offerSecondStep } from './second-step.ts'
import { closeSession } from './sessions.ts'
import type { LoginOrigin } from './start-session.ts'
import { offerFactorCheck, validateFactor } from './validate-factor.ts'

type Calls =
  | 'login'
  | 'offerSecondStep'
  | 'loginWithFactor'
  | 'logout'
  | 'generateOtp'
  | 'matchOtp'
  | 'resetPassword'
  | 'changePassword'
  | 'validatePassword'
  | 'offerFactorCheck'
  | 'validateFactor'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'

type From = { request: { ip: string }; requestId: string; cookies: Cookies }
type Agent = { request: { headers: { 'user-agent'?: string | undefined } } }

const callerOf = ({ request, cookies }: From): Caller => ({ ip: request.ip, device: deviceOf(cookies) })

const loginOriginOf = ({ random }: Context, from: From & Agent): LoginOrigin => ({
  caller: callerOf(from),
  device: from.cookies.get(deviceCookie.name) ?? random.token(),
  userAgent: from.request.headers['user-agent'],
  requestId: from.requestId,
})

const authenticatedLender = (lender: Identity, { request, requestId }: From): AuthenticatedLender => ({
  lenderId: loginOf(lender),
  ...(lender.member && { companyId: lender.lenderId }),
  session: lender.tokenHash,
  ip: request.ip,
  requestId,
})

/** Who acts on their own login: sessions, password and factors are of the person. */
const loginActor = (lender: Identity): ActorOf<'lender'> => ({
  kind: 'lender',
  lenderId: loginOf(lender),
  ...(lender.member && { companyId: lender.lenderId }),
  session: lender.tokenHash,
})

export const routes = (context: Context): Routes<Calls> => ({
  login: async ({ body, ...from }) => {
    const origin = loginOriginOf(context, from)
    const opened = await login(context, body, origin)
    if ('step' in opened) {
      from.cookies.set(stepCookie.name, opened.step, stepCookie.seconds)
      throw new Refusal('SECOND_FACTOR_REQUIRED')
    }
    from.cookies.set(deviceCookie.name, origin.device, deviceCookie.seconds)
    return opened.user
  },
  offerSecondStep: ({ cookies }) => offerSecondStep(context, cookies.get(stepCookie.name)),
  loginWithFactor: async ({ body, ...from }) => {
    const origin = loginOriginOf(context, from)
    const token = from.cookies.get(stepCookie.name)
    const user = await loginWithFactor(context, body, { ...origin, token })
    from.cookies.clear(stepCookie.name)
    from.cookies.set(deviceCookie.name, origin.device, deviceCookie.seconds)
    return user
  },
  logout: ({ lender, requestId, source }) =>
    perform(context, closeSession, {
      actor: loginActor(lender),
      input: { tokenHash: lender.tokenHash, lenderId: loginOf(lender) },
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
  offerFactorCheck: ({ lender, ...from }) => offerFactorCheck(context, authenticatedLender(lender, from)),
  validateFactor: ({ body, lender, ...from }) =>
    validateFactor(context, authenticatedLender(lender, from), body),
  listSessions: ({ lender }) => listSessions(context, loginOf(lender), lender.tokenHash),
  endSession: ({ lender, body, requestId, source }) =>
    perform(context, endOneSession, {
      actor: loginActor(lender),
      input: { lenderId: loginOf(lender), id: body.id },
      requestId,
      source,
    }),
  endOtherSessions: ({ lender, requestId, source }) =>
    perform(context, endOtherSessions, {
      actor: loginActor(lender),
      input: { lenderId: loginOf(lender), current: lender.tokenHash },
      requestId,
      source,
    }),
})
