import type { RefusalCode } from '@pematang/contract/catalogue'
import type { Context } from '../../context.ts'
import { type ActorOf, type AuditEntry, isRecorded, recordAudit } from '../../platform/audit/audit.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { refund, consume } from '../../platform/rate-limit/rate-limit.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type Identity, lenderActor, loginOf } from '../../platform/http/requests.ts'
import { Refusal } from '../../platform/refusal.ts'
import { eventOf } from '../../platform/audit/security-log.ts'
import { assertMayAct } from './access.ts'
import { lenderBuckets } from '../../platform/rate-limit/buckets.ts'
import { insertGrant } from './password-grant.ts'
import {
  countPasswordTry,
  endAfterWrongPasswords,
  resetWrongPasswords,
  lockPassword,
  passwordHashOf,
  uncountPasswordTry,
} from './store.ts'

/**
 * Who sent a request. `lenderId` is whose password and factors are asked for: of a member of a company their own login,
 * with its company.
 */
export type AuthenticatedLender = {
  lenderId: number
  companyId?: number
  session: Buffer
  ip: string
  requestId: string
}

/**
 * A sender whose password or second factor is asked for in what they do for a lender: `lenderId` is their login, `actor`
 * acts for the lender, which for a member is the company.
 */
export type ActingCaller = AuthenticatedLender & { actor: ActorOf<'lender'> }

export const actingCaller = (
  lender: Identity,
  { request, requestId }: { request: { ip: string }; requestId: string },
): ActingCaller => ({
  lenderId: loginOf(lender),
  ...(lender.member && { companyId: lender.lenderId }),
  session: lender.tokenHash,
  ip: request.ip,
  requestId,
  actor: lenderActor(lender),
})

/** The actor of what is about nothing but their login. */
export const loginActorOf = ({
  lenderId,
  companyId,
  session,
}: Pick<AuthenticatedLender, 'lenderId' | 'companyId' | 'session'>): ActorOf<'lender'> => ({
  kind: 'lender',
  lenderId,
  session,
  ...(companyId !== undefined && { companyId }),
})

/**
 * Checks the password of a logged-in lender. Wrong ones are counted and audited; the fifth in a row ends the session,
 * so that a stolen token cannot be used to guess the password.
 * @returns the hash that it matched, or null if it is wrong.
 * @throws Refusal TOO_MANY_REQUESTS beyond the rate limits, or while concurrent requests hold all remaining attempts of
 *   the session.
 */
export async function checkPassword(
  context: Context,
  who: AuthenticatedLender,
  operation: string,
  password: string,
): Promise<string | null> {
  return checkInSession(context, who, { operation, wrong: 'PASSWORD_WRONG' }, async () => {
    const hash = await passwordHashOf(context.db, who.lenderId)
    return hash !== null && (await context.passwords.verify(hash, password, 'lender')) ? hash : null
  })
}

/**
 * Verifies what a session is asked for again, password or second factor, which share their limits.
 * @param named the operation and the outcome that the audit trail has for a wrong one
 * @param verify null, or a refusal, where it is wrong
 */
export async function checkInSession<T>(
  context: Context,
  who: AuthenticatedLender,
  named: { operation: string; wrong: RefusalCode },
  verify: () => Promise<T | null>,
): Promise<T | null> {
  const buckets = lenderBuckets(context.config, 'PASSWORD', who)
  await consume(context.db, buckets)
  await waitForTry(context, who.session)
  try {
    const proof = await verify()
    if (proof !== null) {
      await uncountPasswordTry(context.db, who.session)
      await refund(context.db, buckets)
      return proof
    }
  } catch (error) {
    if (error instanceof Refusal) await recordWrong(context, who, { ...named, wrong: error.code })
    throw error
  }
  await recordWrong(context, who, named)
  return null
}

async function recordWrong(
  context: Context,
  who: AuthenticatedLender,
  { operation, wrong }: { operation: string; wrong: RefusalCode },
): Promise<void> {
  const entry: AuditEntry = {
    id: context.random.uuid(),
    actor: loginActorOf(who),
    operation,
    subject: `lender:${who.lenderId}`,
    outcome: wrong,
    requestId: who.requestId,
    source: who.ip,
  }
  await inTransaction(context.db, { repeatable: true }, async (tx) => {
    // A retried transaction must not count the same wrong password twice.
    if (await isRecorded(tx, entry.id)) return
    entry.detail = { sessionEnded: await endAfterWrongPasswords(tx, who.session) }
    await recordAudit(tx, entry)
  })
  context.security.write(eventOf(entry))
}

/** How often and how long to wait while concurrent requests hold all remaining attempts. */
const patience = { times: 100, pauseMs: 50 }

/**
 * Consumes one attempt, waiting while concurrent requests hold all of them; attempts with the correct password are
 * refunded.
 */
async function waitForTry({ db, clock }: Context, session: Buffer): Promise<void> {
  for (let asked = 0; asked < patience.times; asked += 1) {
    const state = await countPasswordTry(db, session)
    if (state === 'counted') return
    if (state === 'ended') throw new Refusal('SESSION_ENDED')
    await clock.sleep(patience.pauseMs)
  }
  throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 })
}

/** Checks the password before an action. A correct one grants this session one action within two minutes. */
export async function validatePassword(
  context: Context,
  who: AuthenticatedLender,
  password: string,
): Promise<{ is_validated: boolean }> {
  const passwordHash = await checkPassword(context, who, 'validatePassword', password)
  if (passwordHash === null) return { is_validated: false }
  await perform(context, grantAction, {
    actor: loginActorOf(who),
    input: { lenderId: who.lenderId, session: who.session, passwordHash },
    requestId: who.requestId,
    source: who.ip,
  })
  return { is_validated: true }
}

/**
 * Confirms within the transaction of an action that the checked password is still current, locks it until the end of
 * the transaction and resets the count of wrong passwords.
 * @returns whether the lender has a second factor; null if the password has been changed since the check.
 * @throws Refusal LENDER_SUSPENDED, LENDER_CLOSED.
 */
export async function confirmPassword(
  tx: Transaction,
  checked: CheckedPassword,
): Promise<{ hasFactor: boolean } | null> {
  const [lender] = await Promise.all([lockPassword(tx, checked), resetWrongPasswords(tx, checked.session)])
  if (!lender) return null
  assertMayAct(lender.state)
  return lender
}

export type CheckedPassword = { lenderId: number; session: Buffer; passwordHash: string }

const grantAction = mutation<Context, CheckedPassword, null>({
  operation: 'validatePassword',
  permit: ['lender'],
  security: true,
  async run(tx, checked) {
    if (!(await confirmPassword(tx, checked))) throw new Refusal('PASSWORD_WRONG')
    await insertGrant(tx, checked)
    return { answer: null, subject: `lender:${checked.lenderId}` }
  },
})
