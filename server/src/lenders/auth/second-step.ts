import type { FactorAnswer, FactorOffer } from '@pematang/contract/lenders/factors/endpoints'
import type { SessionUser } from '@pematang/contract/lenders/auth/endpoints'
import type { Context } from '../../context.ts'
import { auditEvent } from '../../platform/audit/audit-event.ts'
import { consume, refund } from '../../platform/rate-limit/rate-limit.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { checkFactor, offerFactor, type Proof, type Purpose } from '../factors/index.ts'
import { isKnownDevice } from './device.ts'
import { countStepTry, findStep } from './step-store.ts'
import { guestBuckets } from './rate-limits.ts'
import { findLenderById } from './store.ts'
import { type LoginOrigin, startSession } from './start-session.ts'

/** @throws Refusal LOGIN_STEP_ENDED without a right password in this browser within ten minutes */
async function stepOf(context: Context, token: string | undefined): Promise<Purpose> {
  const subject = hashToken(required(token, 'LOGIN_STEP_ENDED'))
  const { lenderId } = required(await findStep(context.db, subject), 'LOGIN_STEP_ENDED')
  return { purpose: 'LOGIN', lenderId, subject }
}

/** The ways to show the second factor that a lender has, after the password. */
export const offerSecondStep = async (context: Context, token: string | undefined): Promise<FactorOffer> =>
  offerFactor(context, await stepOf(context, token))

/**
 * Opens the session of a login whose password was right, with the second factor. Guesses consume the limits of wrong
 * passwords, and five of them end the step.
 * @param token of the step, from the browser's cookie
 * @throws Refusal LOGIN_STEP_ENDED, FACTOR_WRONG, PASSKEY_…, TOO_MANY_REQUESTS, LENDER_SUSPENDED, LENDER_CLOSED
 */
export async function loginWithFactor(
  context: Context,
  answer: FactorAnswer,
  from: LoginOrigin & { token: string | undefined },
): Promise<SessionUser> {
  const step = await stepOf(context, from.token)
  const lender = await findLenderById(context.db, step.lenderId)
  const known = await isKnownDevice(context.db, lender.phone, from.caller.device)
  const buckets = guestBuckets(context.config, 'LOGIN', { phone: lender.phone, known, caller: from.caller })
  await consume(context.db, buckets)
  if (!(await countStepTry(context.db, step.subject))) throw new Refusal('LOGIN_STEP_ENDED')
  const proof = await provenBy(context, step, answer, from)
  const user = await startSession(context, lender, { ...from, second: { proof, step: step.subject } })
  await refund(context.db, buckets)
  return user
}

async function provenBy(
  context: Context,
  step: Purpose,
  answer: FactorAnswer,
  { requestId, caller }: LoginOrigin,
): Promise<Proof> {
  try {
    return required(await checkFactor(context, step, answer), 'FACTOR_WRONG')
  } catch (error) {
    if (error instanceof Refusal)
      await auditEvent(context, {
        id: context.random.uuid(),
        actor: { kind: 'system' },
        operation: 'login',
        subject: `lender:${step.lenderId}`,
        outcome: error.code,
        requestId,
        source: caller.ip,
      })
    throw error
  }
}
