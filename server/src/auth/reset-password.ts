import type { Context } from '../context.ts'
import { takeFrom } from '../platform/limits/limits.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { forgetDevices } from './device.ts'
import { type Caller, matchBucket } from './limits.ts'
import { nationalNumber } from './login.ts'
import { findResetGrant, useResetGrant } from './reset-grant.ts'
import { storeNewPassword } from './store-password.ts'
import { hashToken } from '../platform/token.ts'

/**
 * Sets a new password for whoever has just matched the code in this browser, once. All sessions end, everywhere.
 * @param resetToken what the browser's cookie holds, if anything.
 * @throws Refusal RESET_NOT_ALLOWED without a right for this very number that lives and was not used.
 */
export async function resetPassword(
  context: Context,
  input: { phoneNumber: string; newPassword: string },
  from: { resetToken: string | undefined; caller: Caller; requestId: string },
): Promise<{ message: 'success' }> {
  await takeFrom(context.db, [matchBucket(context.config, from.caller.ip)])
  const phone = nationalNumber(input.phoneNumber)
  const tokenHash = hashToken(required(from.resetToken, 'RESET_NOT_ALLOWED'))
  // Hashing is dear: it is done for those alone who have the right.
  if (!(await findResetGrant(context.db, { tokenHash, phone }))) throw new Refusal('RESET_NOT_ALLOWED')
  const passwordHash = await context.passwords.hash(input.newPassword)
  return perform(context, setPassword, {
    actor: { kind: 'system' },
    input: { tokenHash, phone, passwordHash },
    requestId: from.requestId,
  })
}

type SetPassword = { tokenHash: Buffer; phone: string; passwordHash: string }

const setPassword = mutation<Context, SetPassword, { message: 'success' }>({
  operation: 'resetPassword',
  permit: ['system'],
  async run(tx, { tokenHash, phone, passwordHash }, { world }) {
    const { lenderId } = required(await useResetGrant(tx, { tokenHash, phone }), 'RESET_NOT_ALLOWED')
    await storeNewPassword(tx, world, { lenderId, passwordHash, before: null, keepSession: null })
    await forgetDevices(tx, lenderId)
    return { answer: { message: 'success' }, subject: `lender:${lenderId}` }
  },
})
