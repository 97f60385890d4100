import type { Context } from '../context.ts'
import { Coalescer } from '../platform/batch/coalescer.ts'
import type { Authenticate } from '../platform/http/bind.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { watchLane } from '../platform/metrics/lane-metrics.ts'
import { mutation } from '../platform/mutation.ts'
import { required } from '../platform/refusal.ts'
import { rememberDevice } from './device.ts'
import {
  endSession,
  findSessions,
  insertSession,
  type LiveSession,
  lockPassword,
  touchSessions,
} from './store.ts'
import { hashToken } from '../platform/token.ts'

/**
 * Finds who a bearer token belongs to: null once its session has ended, idled out or reached its limit. Every call
 * is checked against the database, so an ended session ends everywhere at once; the checks that wait at the same
 * time are one question.
 */
export function makeAuthenticate(context: Context): Authenticate {
  const { db, config } = context
  const coalescer = new Coalescer<Buffer, LiveSession | null>(
    async (hashes) => {
      const sessions = await findSessions(db, hashes, config.SESSION_IDLE_SECONDS)
      const byHash = new Map(sessions.map((session) => [session.tokenHash.toString('hex'), session]))
      return hashes.map((hash) => ({ answer: byHash.get(hash.toString('hex')) ?? null }))
    },
    // Those whose caller has gone wait here too, so there is room for more than may be under way.
    { lanes: 2, most: 128, queue: 8 * config.HTTP_MAX_IN_FLIGHT },
  )
  const touches = new Coalescer<Buffer, null>(
    async (hashes) => {
      await inTransaction(db, { repeatable: true }, (tx) => touchSessions(tx, [...new Set(hashes)]))
      return hashes.map(() => ({ answer: null }))
    },
    { lanes: 1, most: 128, queue: 8 * config.HTTP_MAX_IN_FLIGHT },
  )
  watchLane('sessions', coalescer, context.metrics)
  watchLane('session touches', touches, context.metrics)
  return async (token) => {
    const tokenHash = hashToken(token)
    const session = await coalescer.ask(tokenHash)
    if (!session) return null
    if (session.stale) await touches.ask(tokenHash)
    return { lenderId: session.lenderId, tokenHash }
  }
}

type NewSession = { tokenHash: Buffer; lenderId: number; passwordHash: string; device: Buffer }

/** @throws Refusal PASSWORD_WRONG where the password was changed since it was checked: its sessions have all ended. */
export const openSession = mutation<Context, NewSession, void>({
  operation: 'login',
  permit: ['lender'],
  async run(tx, { tokenHash, lenderId, passwordHash, device }, { world }) {
    required(await lockPassword(tx, lenderId, passwordHash), 'PASSWORD_WRONG')
    await insertSession(tx, { tokenHash, lenderId, absoluteSeconds: world.config.SESSION_ABSOLUTE_SECONDS })
    await rememberDevice(tx, lenderId, device)
    return { answer: undefined, subject: `lender:${lenderId}` }
  },
})

export const closeSession = mutation<
  Context,
  { tokenHash: Buffer; lenderId: number },
  { message: 'success' }
>({
  operation: 'logout',
  permit: ['lender'],
  async run(tx, { tokenHash, lenderId }) {
    await endSession(tx, tokenHash)
    return { answer: { message: 'success' }, subject: `lender:${lenderId}` }
  },
})
