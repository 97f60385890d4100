import { many, maybe, one, type Queryable, run } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NoticeRow } from '../notice-data.ts'
import { byDefault, type Preference } from '../preferences.ts'
import type { Channel, Topic } from './topics.ts'

export type WaitingMessage = {
  id: string
  lenderId: number
  channel: Channel
  topic: Topic
  unsubscribeKey: string
  /** The secret of the link that stops the account; null where the message has none. */
  stopKey: string | null
  tries: number
  /** The number of attempts with an unknown outcome, including one that was interrupted now. */
  uncertain: number
  /** The address to use instead of the registered one. */
  address: string | null
  /** Whether an earlier attempt began and its outcome was never recorded. */
  wasBegun: boolean
  isTooOld: boolean
  closedAt: Date
}

/** Locks a message that waits to be sent. */
export const lockWaiting = (
  tx: Transaction,
  id: string,
  giveUpSeconds: number,
): Promise<WaitingMessage | undefined> =>
  maybe<WaitingMessage>(
    tx,
    'lenders.notifications.lock_message',
    `select id, lender_id as "lenderId", channel, topic, unsubscribe_key as "unsubscribeKey", stop_key as "stopKey",
            tries, address,
            uncertain + (begun_at is not null)::int as uncertain,
            begun_at is not null as "wasBegun", closed_at as "closedAt",
            closed_at < app_now() - make_interval(secs => $2) as "isTooOld"
       from notification_message where id = $1 and state = 'WAITING' for update`,
    [id, giveUpSeconds],
  )

export const markBegun = (
  tx: Transaction,
  { id, uncertain }: Pick<WaitingMessage, 'id' | 'uncertain'>,
): Promise<number> =>
  run(
    tx,
    'lenders.notifications.begin_message',
    'update notification_message set begun_at = app_now(), tries = tries + 1, uncertain = $2 where id = $1',
    [id, uncertain],
  )

export type EndState = 'SENT' | 'SKIPPED' | 'REFUSED' | 'UNKNOWN' | 'GAVE_UP'

export const endMessage = (
  tx: Transaction,
  id: string,
  state: EndState,
  reason: string | null,
): Promise<number> =>
  run(
    tx,
    'lenders.notifications.end_message',
    `update notification_message
        set state = $2, reason = case when $2 <> 'SENT' then coalesce($3, reason) end, begun_at = null, ended_at = app_now(),
            address = case when $2 not in ('SENT', 'SKIPPED') then address end
      where id = $1 and state = 'WAITING'`,
    [id, state, reason],
  )

/** Records why an attempt failed, and schedules a retry. `isUncertain`: the message may have been sent all the same. */
export const putOff = (
  tx: Transaction,
  id: string,
  { reason, isUncertain }: { reason: string; isUncertain: boolean },
): Promise<number> =>
  run(
    tx,
    'lenders.notifications.put_off_message',
    `update notification_message set reason = $2, begun_at = null, uncertain = uncertain + $3::boolean::int
      where id = $1 and state = 'WAITING'`,
    [id, reason, isUncertain],
  )

export type Recipient = { name: string; address: string; phone: string; chosen: Preference }

export async function findRecipient(db: Queryable, lenderId: number): Promise<Recipient> {
  const { name, address, phone, email, sms, emailDelivery } = await one<
    Omit<Recipient, 'chosen'> & { [K in keyof Preference]: Preference[K] | null }
  >(
    db,
    'lenders.notifications.message_recipient',
    `select l.name, l.email as address, l.phone, p.email, p.sms, p.email_delivery as "emailDelivery"
       from lender l left join notification_preference p on p.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
  const chosen = email && sms && emailDelivery ? { email, sms, emailDelivery } : byDefault
  return { name, address, phone, chosen }
}

/** The notices of a message, the oldest first. */
export const noticesOf = (db: Queryable, messageId: string): Promise<NoticeRow[]> =>
  many<NoticeRow>(
    db,
    'lenders.notifications.message_notices',
    `select n.id, n.created_at as "createdAt", n.kind, n.data
       from notification_message_notice i join notice n on n.lender_id = i.lender_id and n.id = i.notice_id
      where i.message_id = $1 order by n.created_at, n.id`,
    [messageId],
  )
