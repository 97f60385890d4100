import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import { lockLender } from './lender-settings.ts'
import { suspend } from './lender-state.ts'

/**
 * What a link leads to: `READY` to stop the account, `DONE` where it stopped it before, `GONE` where it is unknown or too
 * old, or the account is closed.
 */
export type StopLink = 'READY' | 'DONE' | 'GONE'

type Message = { id: string; lenderId: number; channel: string; topic: string; isUsed: boolean }

async function messageOf(db: Queryable, key: string): Promise<Message | undefined> {
  if (!/^[0-9a-f]{32}$/.test(key)) return undefined
  return maybe<Message>(
    db,
    'lenders.profile.message_of_stop_key',
    `select id, lender_id as "lenderId", channel, topic, stopped_at is not null as "isUsed"
       from notification_message where stop_key = $1 and created_at > app_now() - interval '30 days'`,
    [key],
  )
}

export async function readStopLink({ db }: Pick<Context, 'db'>, key: string): Promise<StopLink> {
  const message = await messageOf(db, key)
  if (!message) return 'GONE'
  return message.isUsed ? 'DONE' : 'READY'
}

/**
 * Suspends the account of whoever was told of a change, by the link in that message: present and former addresses each
 * have one. It works once, so that an operator who lifted it is not stopped by the same link again.
 */
export function stopAccount(
  context: Context,
  key: string,
  origin: { requestId: string; source: string },
): Promise<StopLink> {
  return perform(context, stop, { actor: { kind: 'system' }, input: { key }, ...origin })
}

const stop = mutation<Context, { key: string }, StopLink>({
  operation: 'stopAccount',
  permit: ['system'],
  security: true,
  async run(tx, { key }, { context }) {
    const found = await messageOf(tx, key)
    if (!found) return { answer: 'GONE' }
    const { id, lenderId, channel, topic } = found
    const { state } = await lockLender(tx, lenderId)
    if (state === 'CLOSED') return { answer: 'GONE' }
    const subject = `lender:${lenderId}`
    const used = await run(
      tx,
      'lenders.profile.use_stop_key',
      'update notification_message set stopped_at = app_now() where id = $1 and stopped_at is null',
      [id],
    )
    if (used === 0) return { answer: 'DONE', subject, detail: { again: true } }
    const sessionsEnded = state === 'SUSPENDED' ? 0 : await suspend(tx, context, lenderId)
    return { answer: 'DONE', subject, detail: { channel, topic, before: state, sessionsEnded } }
  },
})
