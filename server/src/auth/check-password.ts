import type { Context } from '../context.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { giveBack, takeFrom } from '../platform/limits/limits.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import { lenderBuckets } from './limits.ts'
import { giveGrant } from './password-grant.ts'
import { countWrongPassword, forgetWrongPasswords, lockPassword, passwordHashOf } from './store.ts'

/** A lender inside a session. */
export type Insider = { lenderId: number; session: Buffer; ip: string; requestId: string }

/**
 * Checks the password of a lender inside a session. Wrong ones are counted and recorded; the fifth in a row ends the
 * session, so that a stolen token does not serve to guess the password.
 * @returns the hash that it matched, or null where it is wrong.
 * @throws Refusal TOO_MANY_REQUESTS beyond the limits.
 */
export async function checkPassword(
  context: Context,
  who: Insider,
  operation: string,
  password: string,
): Promise<string | null> {
  const buckets = lenderBuckets(context.config, 'PASSWORD', who)
  await takeFrom(context.db, buckets)
  const hash = await passwordHashOf(context.db, who.lenderId)
  if (hash !== null && (await context.passwords.verify(hash, password, 'lender'))) {
    await giveBack(context.db, buckets)
    return hash
  }
  const id = context.random.uuid()
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    const ended = await countWrongPassword(tx, who.session)
    await recordAudit(tx, {
      id,
      actor: { kind: 'lender', lenderId: who.lenderId },
      operation,
      subject: `lender:${who.lenderId}`,
      outcome: 'PASSWORD_WRONG',
      requestId: who.requestId,
      detail: { sessionEnded: ended },
    })
  })
  return null
}

/** Checks the password before an action. Where it is right, this session may do one such action within two minutes. */
export async function validatePassword(
  context: Context,
  who: Insider,
  password: string,
): Promise<{ is_validated: boolean }> {
  const passwordHash = await checkPassword(context, who, 'validatePassword', password)
  if (passwordHash === null) return { is_validated: false }
  await perform(context, grantAction, {
    actor: { kind: 'lender', lenderId: who.lenderId },
    input: { lenderId: who.lenderId, session: who.session, passwordHash },
    requestId: who.requestId,
  })
  return { is_validated: true }
}

type GrantAction = { lenderId: number; session: Buffer; passwordHash: string }

const grantAction = mutation<Context, GrantAction, null>({
  operation: 'validatePassword',
  permit: ['lender'],
  async run(tx, { lenderId, session, passwordHash }) {
    required(await lockPassword(tx, lenderId, passwordHash), 'PASSWORD_WRONG')
    await forgetWrongPasswords(tx, session)
    await giveGrant(tx, { lenderId, session })
    return { answer: null, subject: `lender:${lenderId}` }
  },
})
