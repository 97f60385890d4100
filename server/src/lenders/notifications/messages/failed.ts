import type { Context } from '../../../context.ts'
import { mutation } from '../../../platform/commands/command.ts'
import { many, type Queryable } from '../../../platform/db/database.ts'
import { enqueueSending } from './assign.ts'

/** A message that was not sent, without its address and text. */
export type FailedMessage = {
  id: string
  lenderId: number
  channel: string
  topic: string
  state: string
  reason: string | null
  endedAt: Date
}

/** Messages that were refused, abandoned, or whose outcome is unknown; newest first. */
export const failedMessages = (
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<FailedMessage[]> =>
  many<FailedMessage>(
    db,
    'lenders.notifications.failed_messages',
    `select id, lender_id as "lenderId", channel, topic, state, reason, ended_at as "endedAt" from notification_message
      where state in ('REFUSED', 'UNKNOWN', 'GAVE_UP') order by ended_at desc, id limit $1 offset $2`,
    [limit, (page - 1) * limit],
  )

/**
 * Refusals that say nothing about the address: the server wants TLS or a login first, the gateway does not know us.
 * RFC 3207, section 4, and RFC 4954, section 6, for SMTP.
 */
const ownFaults = ['SMTP_530', 'SMTP_534', 'SMTP_535', 'SMTP_538', 'HTTP_401', 'HTTP_403']

/**
 * Sends failed messages again: the named ones, or all that were abandoned or refused for a fault of our own setting.
 * @throws an error if a named one did not fail
 */
export const sendAgain = mutation<Context, { ids: readonly string[] | null }, { messages: number }>({
  operation: 'sendNotificationsAgain',
  permit: ['operator'],
  async run(tx, { ids }, { context }) {
    const again = await many<{ id: string }>(
      tx,
      'lenders.notifications.send_again',
      `update notification_message set state = 'WAITING', closed_at = app_now(), ended_at = null, reason = null, tries = 0,
              uncertain = 0
        where case when $1::uuid[] is null then state = 'GAVE_UP' or (state = 'REFUSED' and reason = any($2))
                   else id = any($1) and state in ('REFUSED', 'UNKNOWN', 'GAVE_UP') end
      returning id`,
      [ids, ownFaults],
    )
    if (ids && again.length < ids.length)
      throw new Error(`Only ${again.length} of these ${ids.length} messages failed; nothing was done.`)
    await enqueueSending(
      tx,
      context.random,
      again.map(({ id }) => id),
    )
    return { answer: { messages: again.length }, detail: { messages: again.length } }
  },
})
