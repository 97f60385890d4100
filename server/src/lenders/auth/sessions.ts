import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { Batcher } from '../../platform/batch/batcher.ts'
import type { Authenticator } from '../../platform/http/sender.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'
import { readPosition } from '../../platform/db/log-position.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { watchBatcher } from '../../platform/metrics/batcher-metrics.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { assertCompanyMayAct, assertMayAct } from './access.ts'
import { type Proof, useFactor } from '../factors/index.ts'
import { rememberDevice } from './device.ts'
import { consumeStep } from './step-store.ts'
import {
  type ActingSession,
  endOldestSessions,
  endSession,
  findActingSessions,
  findSessions,
  insertSession,
  type LiveSession,
  lockPassword,
  markActed,
  type NewSession,
  touchSessions,
} from './store.ts'
import { requireCallRole } from './call-roles.ts'
import { RecentSessions } from './recent-sessions.ts'
import { hashToken } from '../../platform/token.ts'
import { notifyLender } from '../notifications/index.ts'
import { notifyByMessage } from './notify.ts'
import { deviceName } from './user-agent.ts'

/**
 * Authenticates bearer tokens: null once the session has ended, expired or idled out. Every request is checked against
 * the database in batches, so an ended session ends in every process at once. Polling does not extend a session.
 */
export function createAuthenticator(context: Context): Authenticator {
  const { db, config } = context
  const idleSeconds = config.SESSION_IDLE_SECONDS
  const actedSeconds = config.READ_LAG_SECONDS + longestActSeconds
  const batcher = new Batcher<Buffer, LiveSession | ActingSession | null>(
    async (hashes) => {
      const sessions = context.replica
        ? await findActingSessions(db, hashes, { idleSeconds, actedSeconds })
        : await findSessions(db, hashes, idleSeconds)
      const byHash = new Map(sessions.map((session) => [session.tokenHash.toString('hex'), session]))
      return hashes.map((hash) => ({ answer: byHash.get(hash.toString('hex')) ?? null }))
    },
    // Aborted requests wait here too, so the queue is larger than the limit of requests in flight.
    { concurrency: 2, maxBatchSize: 128, queue: 8 * config.HTTP_MAX_IN_FLIGHT },
  )
  const touches = new Batcher<Buffer, null>(
    async (hashes) => {
      await inTransaction(db, { repeatable: true }, (tx) => touchSessions(tx, [...new Set(hashes)]))
      return hashes.map(() => ({ answer: null }))
    },
    { concurrency: 1, maxBatchSize: 128, queue: 8 * config.HTTP_MAX_IN_FLIGHT },
  )
  const acts = new Batcher<number, null>(
    async (lenderIds) => {
      await markActs(context, [...new Set(lenderIds)])
      return lenderIds.map(() => ({ answer: null }))
    },
    { concurrency: 1, maxBatchSize: 128, queue: 8 * config.HTTP_MAX_IN_FLIGHT },
  )
  watchBatcher('sessions', batcher, context.metrics)
  watchBatcher('session touches', touches, context.metrics)
  const recent = new RecentSessions()
  return {
    async authenticate(token, { unattended, acts: isAct }) {
      const tokenHash = hashToken(token)
      const session = await batcher.ask(tokenHash)
      if (!session) return null
      if (session.stale && !unattended) await touches.ask(tokenHash)
      const { lenderId, memberId, roles, lacksFactor } = session
      const whose =
        memberId === null
          ? { lenderId }
          : { lenderId, member: { id: memberId, roles: roles ?? [], lacksFactor: lacksFactor === true } }
      // What a member may do is asked each time.
      if (memberId === null) recent.remember(tokenHash, lenderId)
      else recent.forget(tokenHash)
      if (!('position' in session)) return { ...whose, tokenHash, readAfter: null }
      if (isAct && session.markIsOld) await acts.ask(lenderId)
      return { ...whose, tokenHash, readAfter: session.hasActed ? readPosition(session.position) : null }
    },
    recall(token) {
      // With a replica, the full check also records that the lender is about to change data.
      if (config.READ_DATABASE_URL !== null) return null
      const tokenHash = hashToken(token)
      const lenderId = recent.lenderOf(tokenHash)
      return lenderId === undefined ? null : { lenderId, tokenHash, readAfter: null, isUnconfirmed: true }
    },
    requireRole: requireCallRole,
    forget: (token) => recent.forget(hashToken(token)),
  }
}

/**
 * Whether each actor's session is live and theirs, and of the person who acts. An actor without a session was authenticated before. The sessions are
 * extended, like those of any other request.
 */
export async function confirmSessions(
  tx: Transaction,
  { SESSION_IDLE_SECONDS: idleSeconds }: Context['config'],
  actors: readonly ActorOf<'lender'>[],
): Promise<boolean[]> {
  const hashes = actors.flatMap(({ session }) => session ?? [])
  if (hashes.length === 0) return actors.map(() => true)
  const sessions = await findSessions(tx, hashes, idleSeconds)
  const stale = sessions.filter((session) => session.stale).map(({ tokenHash }) => tokenHash)
  if (stale.length > 0) tx.defer(touchSessions(tx, stale))
  const live = new Map(sessions.map((session) => [session.tokenHash.toString('base64'), session]))
  return actors.map(({ session, lenderId, member }) => {
    const found = session && live.get(session.toString('base64'))
    return !session || (found?.lenderId === lenderId && (found.memberId ?? undefined) === member)
  })
}

/**
 * Longer than any request lasts with its retries. For this time after a lender's last change, a replica that may lag
 * behind must not serve their reads.
 */
const longestActSeconds = 60

/**
 * Records that lenders are about to change data, so that a lagging replica does not show them older data afterwards.
 */
export async function markActs(
  { db, config }: Pick<Context, 'db' | 'config'>,
  lenderIds: readonly number[],
): Promise<void> {
  // Checks the setting instead of this process's replica: a worker opens none, but other processes show its changes.
  if (config.READ_DATABASE_URL === null) return
  await inTransaction(db, { repeatable: true }, (tx) => markActed(tx, lenderIds))
}

/** The second factor that was verified, and the step of the login that it answers. */
export type SecondStep = { proof: Proof; step: Buffer }
type Login = NewSession & { phone: string; passwordHash: string; second: SecondStep | null }

/**
 * Opens a session. A login from a new browser is reported to the lender, except for their very first login.
 * @throws Refusal PASSWORD_WRONG if the password or the number was changed after it was checked; LENDER_SUSPENDED,
 *   LENDER_CLOSED; SECOND_FACTOR_REQUIRED without the factor that the lender has; LOGIN_STEP_ENDED, FACTOR_WRONG and
 *   PASSKEY_CLONED where it was used meanwhile.
 */
export const openSession = mutation<Context, Login, void>({
  operation: 'login',
  permit: ['lender'],
  security: true,
  async run(tx, { phone, passwordHash, second, ...session }, { context }) {
    const { lenderId, id } = session
    const lender = required(await lockPassword(tx, { lenderId, phone, passwordHash }), 'PASSWORD_WRONG')
    assertMayAct(lender.state)
    await assertCompanyMayAct(tx, { lenderId, companyId: lender.companyId })
    if (second) await takeSecondStep(tx, context, lenderId, second)
    else if (lender.hasFactor) throw new Refusal('SECOND_FACTOR_REQUIRED')
    await insertSession(tx, session, context.config.SESSION_ABSOLUTE_SECONDS)
    await endOldestSessions(tx, lenderId)
    const isNew = await rememberDevice(tx, lenderId, session.device)
    if (isNew && (await hasLoggedIn(tx, lenderId))) {
      await notifyByMessage(tx, context, 'auth.notify_login', { lenderId, sessionId: id })
      const device = deviceName(session.name)
      await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'NEW_DEVICE', { device })
    }
    return {
      answer: undefined,
      subject: `lender:${lenderId}`,
      detail: { session: id, ...(second && { factor: second.proof.way }) },
    }
  },
})

async function takeSecondStep(
  tx: Transaction,
  context: Pick<Context, 'random'>,
  lenderId: number,
  { proof, step }: SecondStep,
): Promise<void> {
  if (!(await consumeStep(tx, lenderId, step))) throw new Refusal('LOGIN_STEP_ENDED')
  await useFactor(tx, context, lenderId, proof)
}

/** Whether the audit trail holds a successful login of this lender. */
async function hasLoggedIn(tx: Queryable, lenderId: number): Promise<boolean> {
  const before = await maybe(
    tx,
    'lenders.auth.has_logged_in',
    `select 1 from audit_event
      where subject = $1 and subject like 'lender:%' and operation = 'login' and outcome = 'done' limit 1`,
    [`lender:${lenderId}`],
  )
  return before !== undefined
}

export const closeSession = mutation<
  Context,
  { tokenHash: Buffer; lenderId: number },
  { message: 'success' }
>({
  operation: 'logout',
  permit: ['lender'],
  security: true,
  async run(tx, { tokenHash, lenderId }) {
    await endSession(tx, tokenHash)
    return { answer: { message: 'success' }, subject: `lender:${lenderId}` }
  },
})
