import { many, run } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { assignNotices, enqueueSending, type MessageContext } from './assign.ts'

const batchSize = 1_000

/**
 * Closes the messages that are due, together with their notices, so that later events start a new notice. A job sends
 * each message.
 * @returns the number closed; fewer than a batch when there are no more.
 */
export async function closeDueMessages({ db, config, random }: MessageContext): Promise<number> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    const closed = await many<{ id: string }>(
      tx,
      'lenders.notifications.close_due',
      `update notification_message m set state = 'WAITING', closed_at = app_now()
         from (select id from notification_message where state = 'OPEN' and due_at <= app_now()
                order by due_at limit $1 for update skip locked) due
        where m.id = due.id returning m.id`,
      [batchSize],
    )
    const ids = closed.map(({ id }) => id)
    if (ids.length > 0) {
      await run(
        tx,
        'lenders.notifications.end_gathering',
        `update notice n set gathering = false from notification_message_notice i
          where i.message_id = any($1::uuid[]) and n.lender_id = i.lender_id and n.id = i.notice_id and n.gathering`,
        [ids],
      )
      await enqueueSending(tx, random, ids)
    }
    if (ids.length < batchSize) {
      // Ends the collecting of events for notices that no message will contain.
      await run(
        tx,
        'lenders.notifications.end_unsent_gathering',
        `update notice n set gathering = false
          where n.gathering and not n.outgoing and n.since < next_notification_time($1::time) - interval '1 day'
            and not exists (select from notification_message_notice i join notification_message m on m.id = i.message_id
                             where i.lender_id = n.lender_id and i.notice_id = n.id and m.state = 'OPEN')`,
        [config.NOTIFICATION_TIME],
      )
    }
    return ids.length
  })
}

/** Assigns all new notices to messages, and closes all messages that are due. */
export async function prepareMessages(context: MessageContext, signal?: AbortSignal): Promise<void> {
  for (const step of [assignNotices, closeDueMessages]) while (!signal?.aborted && (await step(context)) > 0);
}
