import type { Context } from '../context.ts'
import { isRecorded, recordAudit } from '../platform/audit/audit.ts'
import { inTransaction, type Transaction } from '../platform/db/transaction.ts'
import { giveBack, takeFrom } from '../platform/limits/limits.ts'
import { mutation, perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
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
    // One wrong password counts once, however often its transaction is tried.
    if (await isRecorded(tx, id)) return
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

/**
 * Says in the transaction of an action that the password was right: until its end it cannot be changed, and the wrong
 * ones before it count no longer.
 * @returns false where it has been changed since it was checked.
 */
export async function confirmPassword(tx: Transaction, checked: CheckedPassword): Promise<boolean> {
  if (!(await lockPassword(tx, checked.lenderId, checked.passwordHash))) return false
  await forgetWrongPasswords(tx, checked.session)
  return true
}

/** A password that was right: whose, in which session, and the hash that it matched. */
export type CheckedPassword = { lenderId: number; session: Buffer; passwordHash: string }

const grantAction = mutation<Context, CheckedPassword, null>({
  operation: 'validatePassword',
  permit: ['lender'],
  async run(tx, checked) {
    if (!(await confirmPassword(tx, checked))) throw new Refusal('PASSWORD_WRONG')
    await giveGrant(tx, checked)
    return { answer: null, subject: `lender:${checked.lenderId}` }
  },
})
