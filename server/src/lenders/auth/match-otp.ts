import type { Context } from '../../context.ts'
import { consume } from '../../platform/rate-limit/rate-limit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import { type Caller, matchBucket } from './rate-limits.ts'
import { nationalNumber } from '@pematang/contract/phone'
import { markMatched, type TriedOtp, consumeOtpTry } from './otp-store.ts'
import { insertResetGrant } from './reset-grant.ts'
import { auditEvent } from '../../platform/audit/audit-event.ts'
import { hashToken } from '../../platform/token.ts'

export type Match = { isMatch: false } | { isMatch: true; resetToken: string }

/**
 * Matches a code. The attempt is counted before the code is checked, so that concurrent attempts count too; the slow
 * check runs outside the transaction. Of several concurrent matches only one succeeds.
 * @returns the token that allows one password reset; it must only be stored in a cookie.
 * @throws Refusal OTP_ENDED if the code is used, expired, replaced, tried too often or never existed.
 */
export async function matchOtp(
  context: Context,
  input: { otpCode: string; transactionId: string; recipient: string },
  from: { caller: Caller; requestId: string },
): Promise<Match> {
  await consume(context.db, [matchBucket(context.config, from.caller.ip)])
  const phone = nationalNumber(input.recipient)
  const {
    requestId,
    caller: { ip: source },
  } = from
  const tried = await perform(context, tryOtp, {
    actor: { kind: 'system' },
    input: { phone, transactionId: input.transactionId },
    requestId,
    source,
  })
  const matches = await context.passwords.verify(tried.codeHash, input.otpCode)
  const { lenderId, codeHash } = tried
  if (!matches || codeHash === null || lenderId === null) {
    await auditEvent(context, {
      id: context.random.uuid(),
      actor: { kind: 'system' },
      operation: 'matchOtp',
      subject: lenderId === null ? undefined : `lender:${lenderId}`,
      outcome: 'OTP_WRONG',
      requestId,
      source,
    })
    return { isMatch: false }
  }
  const resetToken = context.random.token()
  await perform(context, acceptOtp, {
    actor: { kind: 'system' },
    input: { transactionId: input.transactionId, codeHash, lenderId, tokenHash: hashToken(resetToken) },
    requestId,
    source,
  })
  return { isMatch: true, resetToken }
}

const tryOtp = mutation<Context, { phone: string; transactionId: string }, TriedOtp>({
  operation: 'tryOtp',
  permit: ['system'],
  async run(tx, { phone, transactionId }) {
    return { answer: required(await consumeOtpTry(tx, phone, transactionId), 'OTP_ENDED') }
  },
})

type Accepted = { transactionId: string; codeHash: string; lenderId: number; tokenHash: Buffer }

const acceptOtp = mutation<Context, Accepted, null>({
  operation: 'matchOtp',
  permit: ['system'],
  security: true,
  async run(tx, { transactionId, codeHash, lenderId, tokenHash }) {
    const { phoneSearch } = required(await markMatched(tx, { transactionId, codeHash }), 'OTP_ENDED')
    await insertResetGrant(tx, { lenderId, phoneSearch, tokenHash })
    return { answer: null, subject: `lender:${lenderId}` }
  },
})
