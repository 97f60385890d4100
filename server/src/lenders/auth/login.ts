import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import type { Context } from '../../context.ts'
import { refund, consume, tryConsume } from '../../platform/rate-limit/rate-limit.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isKnownDevice } from './device.ts'
import { type Caller, guestBuckets, revealBucket } from './rate-limits.ts'
import { auditEvent } from '../../platform/audit/audit-event.ts'
import { factsOf } from './session-facts.ts'
import { renewHash } from './renew-hash.ts'
import { openSession } from './sessions.ts'
import { findLenderByPhone, type LoginRow } from './store.ts'
import { hashToken } from '../../platform/token.ts'
import { nationalNumber } from '@pematang/contract/phone'
import { browserOf } from './user-agent.ts'

/**
 * Opens a session for a phone number and a password. The token is opaque, 256 bits, new at each login. Only failures
 * consume the limits.
 * @param from.device the token that the browser's cookie has or will get; `from.userAgent` is its User-Agent header.
 * @throws Refusal PHONE_UNREGISTERED (the specification's screen needs it), PASSWORD_WRONG, or TOO_MANY_REQUESTS; with
 *   the right password also LENDER_SUSPENDED and LENDER_CLOSED.
 */
export async function login(
  context: Context,
  input: { phoneNumber: string; password: string },
  from: { caller: Caller; device: string; userAgent: string | undefined; requestId: string },
): Promise<SessionUser> {
  const phone = nationalNumber(input.phoneNumber)
  const [lender, known] = await Promise.all([
    findLenderByPhone(context.db, phone),
    isKnownDevice(context.db, phone, from.caller.device),
  ])
  const buckets = guestBuckets(context.config, 'LOGIN', { phone, known, caller: from.caller })
  await consume(context.db, buckets)
  // The password is checked for an unknown number too, so that the response time reveals nothing.
  const matches = await context.passwords.verify(lender?.passwordHash ?? null, input.password)
  if (!lender || !matches) throw await refuseLogin(context, lender, from)
  const token = context.random.token()
  await perform(context, openSession, {
    actor: { kind: 'lender', lenderId: lender.id },
    input: {
      id: context.random.uuid(),
      tokenHash: hashToken(token),
      lenderId: lender.id,
      phone: lender.phone,
      passwordHash: lender.passwordHash,
      device: hashToken(from.device),
      name: browserOf(from.userAgent),
    },
    requestId: from.requestId,
    source: from.caller.ip,
  })
  await refund(context.db, buckets)
  await renewHash(context, { ...lender, password: input.password }, from)
  return { token, ...factsOf(lender) }
}

/**
 * Records a failed login and chooses the refusal: after many failures, the refusal no longer reveals to an address
 * whether a number is registered. The same statements run in either case.
 */
async function refuseLogin(
  context: Context,
  lender: LoginRow | undefined,
  { caller, requestId }: { caller: Caller; requestId: string },
): Promise<Refusal> {
  const reveals = await tryConsume(context.db, [revealBucket(context.config, caller.ip)])
  const code = lender ? 'PASSWORD_WRONG' : 'PHONE_UNREGISTERED'
  await auditEvent(context, {
    id: context.random.uuid(),
    actor: { kind: 'system' },
    operation: 'login',
    subject: lender && `lender:${lender.id}`,
    outcome: code,
    requestId,
    source: caller.ip,
  })
  return new Refusal(reveals ? code : 'PASSWORD_WRONG')
}
