import type { Context } from '../context.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import { checkPassword, type Insider } from './check-password.ts'
import { type NewPassword, storeNewPassword } from './store-password.ts'

/**
 * Changes the password of a lender who knows the old one. All other sessions of the lender end.
 * @throws Refusal PASSWORD_WRONG, TOO_MANY_REQUESTS.
 */
export async function changePassword(
  context: Context,
  who: Insider,
  input: { oldPassword: string; newPassword: string },
): Promise<{ message: 'success' }> {
  const { lenderId, session, requestId } = who
  const before = required(
    await checkPassword(context, who, 'changePassword', input.oldPassword),
    'PASSWORD_WRONG',
  )
  const passwordHash = await context.passwords.hash(input.newPassword, 'lender')
  return perform(context, replacePassword, {
    actor: { kind: 'lender', lenderId },
    input: { lenderId, passwordHash, before, keepSession: session },
    requestId,
  })
}

const replacePassword = mutation<Context, NewPassword, { message: 'success' }>({
  operation: 'changePassword',
  permit: ['lender'],
  async run(tx, input, { world }) {
    await storeNewPassword(tx, world, input)
    return { answer: { message: 'success' }, subject: `lender:${input.lenderId}` }
  },
})
