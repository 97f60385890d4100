import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import type { Context } from '../../context.ts'
import { refund, consume, tryConsume } from '../../platform/rate-limit/rate-limit.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isKnownDevice } from './device.ts'
import { guestBuckets, revealBucket } from './rate-limits.ts'
import { auditEvent } from '../../platform/audit/audit-event.ts'
import { openLoginStep } from './login-step.ts'
import { renewHash } from './renew-hash.ts'
import { type LoginOrigin, startSession } from './start-session.ts'
import { findLenderByPhone, type LoginRow } from './store.ts'
import { hashToken } from '../../platform/token.ts'
import { nationalNumber } from '@pematang/contract/phone'

/**
 * Opens a session for a phone number and a password. Only failures consume the limits.
 * @returns the session; for a lender with a second factor the token of the step that asks for it
 * @throws Refusal PHONE_UNREGISTERED (the specification's screen needs it), PASSWORD_WRONG, or TOO_MANY_REQUESTS; with
 *   the right password also LENDER_SUSPENDED and LENDER_CLOSED.
 */
export async function login(
  context: Context,
  input: { phoneNumber: string; password: string },
  from: LoginOrigin,
): Promise<{ user: SessionUser } | { step: string }> {
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
  const opened = lender.hasFactor
    ? await askFactor(context, lender, from)
    : { user: await startSession(context, lender, { ...from, second: null }) }
  await refund(context.db, buckets)
  await renewHash(context, { ...lender, password: input.password }, from)
  return opened
}

/** Keeps that the password was right, for the second step in the same browser. */
async function askFactor(
  context: Context,
  { id: lenderId, companyId, phone, passwordHash }: LoginRow,
  { requestId, caller }: LoginOrigin,
): Promise<{ step: string }> {
  const step = context.random.token()
  await perform(context, openLoginStep, {
    actor: { kind: 'lender', lenderId, ...(companyId !== null && { companyId }) },
    input: { lenderId, phone, passwordHash, tokenHash: hashToken(step) },
    requestId,
    source: caller.ip,
  })
  return { step }
}

/**
 * Records a failed login and chooses the refusal: after many failures, the refusal no longer reveals to an address
 * whether a number is registered. The same statements run in either case.
 */
async function refuseLogin(
  context: Context,
  lender: LoginRow | undefined,
  { caller, requestId }: LoginOrigin,
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
