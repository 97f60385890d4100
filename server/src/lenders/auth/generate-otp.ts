import { otpResendSeconds } from '@pematang/contract/lenders/auth/rules'
import { urgentQueue } from './queue.ts'
import type { Context } from '../../context.ts'
import type { Origin } from '../../platform/audit/audit.ts'
import { refund, consume } from '../../platform/rate-limit/rate-limit.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isKnownDevice } from './device.ts'
import { type Caller, guestBuckets } from './rate-limits.ts'
import { nationalNumber } from '@pematang/contract/phone'
import { replaceOtp, secondsToWait } from './otp-store.ts'
import { findLenderByPhone, type LoginRow } from './store.ts'

export type OtpAnswer = { transactionId: string; createdAt: string; expiredAt: string }

/**
 * Requests a code by SMS. A job creates and sends it, so that the response time does not depend on whether the number
 * is registered; unregistered numbers and closed accounts get the same answer and no message.
 * @throws Refusal OTP_TOO_SOON within 59 seconds of the last one, TOO_MANY_REQUESTS beyond the limits.
 */
export async function generateOtp(
  context: Context,
  recipient: string,
  from: { caller: Caller; requestId: string },
): Promise<OtpAnswer> {
  const phone = nationalNumber(recipient)
  const [lender, known] = await Promise.all([
    findLenderByPhone(context.db, phone),
    isKnownDevice(context.db, phone, from.caller.device),
  ])
  const buckets = guestBuckets(context.config, 'CODE', { phone, known, caller: from.caller })
  await consume(context.db, buckets)
  try {
    return await requestOtp(context, phone, lender, { requestId: from.requestId, source: from.caller.ip })
  } catch (error) {
    // A request that comes too soon sends no code and is not charged to the limits.
    if (error instanceof Refusal && error.code === 'OTP_TOO_SOON') await refund(context.db, buckets)
    throw error
  }
}

const requestOtp = (
  context: Context,
  phone: string,
  lender: LoginRow | undefined,
  origin: Origin,
): Promise<OtpAnswer> =>
  perform(context, makeOtp, {
    actor: { kind: 'system' },
    input: {
      phone,
      lenderId: lender && lender.state !== 'CLOSED' ? lender.id : null,
      transactionId: context.random.secureId(),
    },
    ...origin,
  })

type MakeOtp = { phone: string; lenderId: number | null; transactionId: string }

const makeOtp = mutation<Context, MakeOtp, OtpAnswer>({
  operation: 'generateOtp',
  permit: ['system'],
  security: true,
  async run(tx, { phone, lenderId, transactionId }, { context }) {
    const otp = await replaceOtp(tx, { phone, lenderId, transactionId, resendSeconds: otpResendSeconds })
    if (!otp) {
      const retryAfterSeconds = await secondsToWait(tx, phone, otpResendSeconds)
      throw new Refusal('OTP_TOO_SOON', { retryAfterSeconds })
    }
    await enqueue(tx, [
      {
        id: context.random.uuid(),
        kind: 'auth.send_code',
        payload: { transactionId },
        queue: urgentQueue,
      },
    ])
    return {
      answer: {
        transactionId,
        createdAt: otp.createdAt.toISOString(),
        expiredAt: otp.expiresAt.toISOString(),
      },
      ...(lenderId === null ? {} : { subject: `lender:${lenderId}` }),
    }
  },
})
