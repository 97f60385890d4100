import type { Context } from '../../context.ts'
import { consume } from '../../platform/rate-limit/rate-limit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import { deleteKnownDevices } from './device.ts'
import { type Caller, matchBucket } from './rate-limits.ts'
import { nationalNumber } from '@pematang/contract/phone'
import { findResetGrant, consumeResetGrant } from './reset-grant.ts'
import { passwordHashOf } from './store.ts'
import { storeNewPassword } from './store-password.ts'
import { assertMayChoose } from './weak-password.ts'
import { hashToken } from '../../platform/token.ts'

/**
 * Sets a new password with the grant of a matched code in this browser. Ends all sessions of the lender.
 * @param resetToken the value of the browser's cookie, if any.
 * @throws Refusal RESET_NOT_ALLOWED without a valid, unused grant for this number; PASSWORD_GUESSABLE and
 *   PASSWORD_UNCHANGED, which keep the grant for another attempt.
 */
export async function resetPassword(
  context: Context,
  input: { phoneNumber: string; newPassword: string },
  from: { resetToken: string | undefined; caller: Caller; requestId: string },
): Promise<{ message: 'success' }> {
  await consume(context.db, [matchBucket(context.config, from.caller.ip)])
  const phone = nationalNumber(input.phoneNumber)
  const tokenHash = hashToken(required(from.resetToken, 'RESET_NOT_ALLOWED'))
  // Hashing is expensive and only done with a valid grant.
  const { lenderId } = required(await findResetGrant(context.db, { tokenHash, phone }), 'RESET_NOT_ALLOWED')
  const before = await passwordHashOf(context.db, lenderId)
  await assertMayChoose(context, lenderId, {
    password: input.newPassword,
    isBefore: await context.passwords.verify(before, input.newPassword),
  })
  const passwordHash = await context.passwords.hash(input.newPassword)
  return perform(context, setPassword, {
    actor: { kind: 'system' },
    input: { tokenHash, phone, passwordHash },
    requestId: from.requestId,
    source: from.caller.ip,
  })
}

type SetPassword = { tokenHash: Buffer; phone: string; passwordHash: string }

const setPassword = mutation<Context, SetPassword, { message: 'success' }>({
  operation: 'resetPassword',
  permit: ['system'],
  security: true,
  async run(tx, { tokenHash, phone, passwordHash }, { context }) {
    const { lenderId } = required(await consumeResetGrant(tx, { tokenHash, phone }), 'RESET_NOT_ALLOWED')
    await storeNewPassword(tx, context, { lenderId, passwordHash, before: null, keepSession: null })
    await deleteKnownDevices(tx, lenderId)
    return { answer: { message: 'success' }, subject: `lender:${lenderId}` }
  },
})
