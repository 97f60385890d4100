import type { Context } from '../context.ts'
import { auditAlone } from '../platform/audit/audit.ts'
import { takeFrom } from '../platform/limits/limits.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import { type Caller, matchBucket } from './limits.ts'
import { nationalNumber } from './login.ts'
import { markMatched, type TriedOtp, useTry } from './otp-store.ts'
import { keepResetGrant } from './reset-grant.ts'
import { hashToken } from '../platform/token.ts'

export type Match = { isMatch: false } | { isMatch: true; resetToken: string }

/**
 * Tries a code. A try is used up before the code is looked at, so that tries at the same time are counted too; and the
 * code is checked outside the transaction, because that is slow on purpose. Of 100 that match at once one does.
 * @returns with a match the token of the right to set a new password once; it belongs in a cookie and nowhere else.
 * @throws Refusal OTP_ENDED where the code is used, too old, replaced, tried too often or never was.
 */
export async function matchOtp(
  context: Context,
  input: { otpCode: string; transactionId: string; recipient: string },
  from: { caller: Caller; requestId: string },
): Promise<Match> {
  await takeFrom(context.db, [matchBucket(context.config, from.caller.ip)])
  const phone = nationalNumber(input.recipient)
  const { requestId } = from
  const tried = await perform(context, tryOtp, {
    actor: { kind: 'system' },
    input: { phone, transactionId: input.transactionId },
    requestId,
  })
  const matches = await context.passwords.verify(tried.codeHash, input.otpCode)
  const { lenderId, codeHash } = tried
  if (!matches || codeHash === null || lenderId === null) {
    await auditAlone(context.db, {
      id: context.random.uuid(),
      actor: { kind: 'system' },
      operation: 'matchOtp',
      subject: lenderId === null ? undefined : `lender:${lenderId}`,
      outcome: 'OTP_WRONG',
      requestId,
    })
    return { isMatch: false }
  }
  const resetToken = context.random.token()
  await perform(context, acceptOtp, {
    actor: { kind: 'system' },
    input: { transactionId: input.transactionId, codeHash, lenderId, tokenHash: hashToken(resetToken) },
    requestId,
  })
  return { isMatch: true, resetToken }
}

const tryOtp = mutation<Context, { phone: string; transactionId: string }, TriedOtp>({
  operation: 'tryOtp',
  permit: ['system'],
  async run(tx, { phone, transactionId }) {
    return { answer: required(await useTry(tx, phone, transactionId), 'OTP_ENDED') }
  },
})

type Accepted = { transactionId: string; codeHash: string; lenderId: number; tokenHash: Buffer }

const acceptOtp = mutation<Context, Accepted, null>({
  operation: 'matchOtp',
  permit: ['system'],
  async run(tx, { transactionId, codeHash, lenderId, tokenHash }) {
    const { phone } = required(await markMatched(tx, { transactionId, codeHash }), 'OTP_ENDED')
    await keepResetGrant(tx, { lenderId, phone, tokenHash })
    return { answer: null, subject: `lender:${lenderId}` }
  },
})
