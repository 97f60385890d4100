import type { Session } from '@pematang/contract/lenders/auth/endpoints'
import type { Context } from '../../context.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deleteKnownDevices } from './device.ts'
import { consumeGrant } from './password-grant.ts'
import { endSessions, mostSessions } from './store.ts'
import { type BrowserName, deviceName } from './user-agent.ts'

/** A session that has not ended. */
export type SessionRow = BrowserName & {
  id: string
  tokenHash: Buffer
  createdAt: Date
  usedAt: Date
  /** The absolute expiry of the session, which use does not extend. */
  endsAt: Date
}

/** The live sessions of a lender, most recently used first. */
export function liveSessions(
  db: Queryable,
  lenderId: number,
  idleSeconds: number,
  limit = mostSessions,
): Promise<SessionRow[]> {
  return many<SessionRow>(
    db,
    'lenders.auth.live_sessions',
    `select id, token_hash as "tokenHash", browser, system, created_at as "createdAt", used_at as "usedAt",
            ends_at as "endsAt"
       from session
      where lender_id = $1 and ended_at is null and ends_at > app_now()
        and used_at > app_now() - $2 * interval '1 second'
      order by used_at desc, id desc limit $3`,
    [lenderId, idleSeconds, limit],
  )
}

/** A lender's live sessions as shown to them, the current one first. */
export async function listSessions(
  { db, config }: Context,
  lenderId: number,
  current: Buffer,
): Promise<{ list: Session[] }> {
  const rows = await liveSessions(db, lenderId, config.SESSION_IDLE_SECONDS)
  const list = rows.map((row) => ({
    id: row.id,
    device: deviceName(row),
    lastUsed: row.usedAt.toISOString(),
    createdDate: row.createdAt.toISOString(),
    current: row.tokenHash.equals(current),
  }))
  return { list: list.sort((a, b) => Number(b.current) - Number(a.current)) }
}

/**
 * Ends one session of a lender. Its browser is no longer known, so the next login from it is reported.
 * @returns whether the session existed and was theirs.
 */
export async function endSessionById(tx: Transaction, lenderId: number, id: string): Promise<boolean> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return false
  const ended = await maybe<{ device: Buffer | null }>(
    tx,
    'lenders.auth.end_one',
    `update session set ended_at = app_now() where lender_id = $1 and id = $2 and ended_at is null
     returning device_hash as device`,
    [lenderId, id],
  )
  if (ended?.device) await deleteKnownDevices(tx, lenderId, { only: ended.device })
  return ended !== undefined
}

/**
 * Ends one session of a lender, who gave the password before it in their own one.
 * @throws Refusal PASSWORD_CHECK_REQUIRED, or NOT_FOUND if the session has ended or belongs to another lender.
 */
export const endOneSession = mutation<Context, { lenderId: number; id: string }, { message: 'success' }>({
  operation: 'endSession',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, id }, { actor }) {
    await consumeGrant(tx, actor, 'SESSIONS')
    if (!(await endSessionById(tx, lenderId, id))) throw new Refusal('NOT_FOUND')
    return { answer: { message: 'success' }, subject: `lender:${lenderId}`, detail: { session: id } }
  },
})

/**
 * Ends all sessions but the current one and deletes all known browsers but its own.
 * @throws Refusal PASSWORD_CHECK_REQUIRED
 */
export const endOtherSessions = mutation<
  Context,
  { lenderId: number; current: Buffer },
  { message: 'success'; ended: number }
>({
  operation: 'endOtherSessions',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, current }, { actor }) {
    await consumeGrant(tx, actor, 'SESSIONS')
    const ended = await endSessions(tx, lenderId, current)
    const here = await maybe<{ device: Buffer | null }>(
      tx,
      'lenders.auth.device_of_session',
      'select device_hash as device from session where token_hash = $1',
      [current],
    )
    await deleteKnownDevices(tx, lenderId, here?.device ? { except: here.device } : {})
    return {
      answer: { message: 'success', ended },
      subject: `lender:${lenderId}`,
      detail: { sessionsEnded: ended },
    }
  },
})
