import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { required } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import { checkPassword, loginActorOf, type AuthenticatedLender } from './check-password.ts'
import { type NewPassword, storeNewPassword } from './store-password.ts'
import { assertMayChoose } from './weak-password.ts'

/**
 * Changes the password of a lender who knows the old one. Ends all other sessions and gives this one a new token, so
 * that a stolen token becomes invalid.
 * @throws Refusal PASSWORD_WRONG, PASSWORD_GUESSABLE, PASSWORD_UNCHANGED, TOO_MANY_REQUESTS.
 */
export async function changePassword(
  context: Context,
  who: AuthenticatedLender,
  input: { oldPassword: string; newPassword: string },
): Promise<{ message: 'success'; token: string }> {
  const { lenderId, session, requestId, ip: source } = who
  const before = required(
    await checkPassword(context, who, 'changePassword', input.oldPassword),
    'PASSWORD_WRONG',
  )
  await assertMayChoose(context, lenderId, {
    password: input.newPassword,
    isBefore: input.newPassword.normalize('NFKC') === input.oldPassword.normalize('NFKC'),
  })
  const passwordHash = await context.passwords.hash(input.newPassword, 'lender')
  // Created outside the mutation, whose answer is stored for replays: a token must not be stored.
  const token = context.random.token()
  const answer = await perform(context, replacePassword, {
    actor: loginActorOf(who),
    input: { lenderId, passwordHash, before, keepSession: { before: session, next: hashToken(token) } },
    requestId,
    source,
  })
  return { ...answer, token }
}

const replacePassword = mutation<Context, NewPassword, { message: 'success' }>({
  operation: 'changePassword',
  permit: ['lender'],
  security: true,
  async run(tx, input, { context }) {
    await storeNewPassword(tx, context, input)
    return { answer: { message: 'success' }, subject: `lender:${input.lenderId}` }
  },
})
