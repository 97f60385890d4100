import { otpResendSeconds } from '@pematang/contract/auth/rules'
import type { Context } from '../context.ts'
import { takeFrom } from '../platform/limits/limits.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import { knowsDevice } from './device.ts'
import { type Caller, guestBuckets } from './limits.ts'
import { nationalNumber } from './login.ts'
import { replaceOtp, secondsToWait } from './otp-store.ts'
import { findLenderByPhone } from './store.ts'

export type OtpAnswer = { transactionId: string; createdAt: string; expiredAt: string }

/**
 * Asks for a code by SMS. It is made and sent by a job, so that the answer takes the same time whoever has the number;
 * a number that nobody has is answered alike and gets no message. Times are the database's, ISO 8601.
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
    knowsDevice(context.db, phone, from.caller.device),
  ])
  await takeFrom(context.db, guestBuckets(context.config, 'CODE', { phone, known, caller: from.caller }))
  return perform(context, makeOtp, {
    actor: { kind: 'system' },
    input: { phone, lenderId: lender?.id ?? null, transactionId: context.random.secureId() },
    requestId: from.requestId,
  })
}

type MakeOtp = { phone: string; lenderId: number | null; transactionId: string }

const makeOtp = mutation<Context, MakeOtp, OtpAnswer>({
  operation: 'generateOtp',
  permit: ['system'],
  async run(tx, { phone, lenderId, transactionId }, { world }) {
    const otp = await replaceOtp(tx, { phone, lenderId, transactionId, resendSeconds: otpResendSeconds })
    if (!otp) {
      const retryAfterSeconds = await secondsToWait(tx, phone, otpResendSeconds)
      throw new Refusal('OTP_TOO_SOON', { retryAfterSeconds })
    }
    await enqueue(tx, [
      { id: world.random.uuid(), kind: 'auth.send_code', payload: { transactionId }, line: 'urgent' },
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
