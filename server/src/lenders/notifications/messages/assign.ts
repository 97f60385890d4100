import type { Context } from '../../../context.ts'
import { messageQueue } from '../queue.ts'
import { many, run } from '../../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts'
import { columnNames, manyRows, unnestRows } from '../../../platform/db/rows.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import type { Kind } from '../notice-data.ts'
import { byDefault, type Preference } from '../preferences.ts'
import { type Delivery, deliveriesFor, isStoppable, type Topic } from './topics.ts'

type Outgoing = { lenderId: number; id: string; kind: Kind; isOfOther: boolean } & {
  [K in keyof Preference]: Preference[K] | null
}
type Wanted = Delivery & { messageId: string; lenderId: number; noticeIds: string[]; isOfOther: boolean }

const batchSize = 2_000

export type MessageContext = Pick<Context, 'db' | 'config' | 'random' | 'mail'>

/**
 * Assigns new notices to messages, by the preferences of their lenders. An unsent message collects further notices
 * until it is due.
 * @returns the number of notices processed; fewer than a batch when there are no more.
 */
export async function assignNotices(context: MessageContext): Promise<number> {
  return inTransaction(context.db, { repeatable: true }, async (tx) => {
    const notices = await many<Outgoing>(
      tx,
      'lenders.notifications.outgoing_messages',
      `select n.lender_id as "lenderId", n.id, n.kind, n.data ? 'member' as "isOfOther", p.email, p.sms, p.email_delivery as "emailDelivery"
         from notice n left join notification_preference p on p.lender_id = n.lender_id
        where n.outgoing order by n.since limit $1 for update of n skip locked`,
      [batchSize],
    )
    if (notices.length === 0) return 0
    const wanted = messagesFor(context, notices)
    await beginAlone(tx, context, wanted)
    await joinOpen(tx, context, wanted)
    await run(
      tx,
      'lenders.notifications.assigned_messages',
      `update notice n set outgoing = false from unnest($1::bigint[], $2::uuid[]) as done (lender_id, id)
        where n.lender_id = done.lender_id and n.id = done.id`,
      [notices.map(({ lenderId }) => lenderId), notices.map(({ id }) => id)],
    )
    return notices.length
  })
}

function messagesFor({ config, random, mail }: MessageContext, notices: readonly Outgoing[]): Wanted[] {
  const gateways = { EMAIL: mail !== null, SMS: config.SMS_URL !== null }
  const wanted = new Map<string, Wanted>()
  for (const { lenderId, id, kind, isOfOther, email, sms, emailDelivery } of notices) {
    const chosen = email && sms && emailDelivery ? { email, sms, emailDelivery } : byDefault
    for (const delivery of deliveriesFor(kind, chosen, gateways)) {
      const name = [lenderId, delivery.channel, delivery.topic, delivery.timing === 'NOW' ? id : ''].join(' ')
      const known = wanted.get(name)
      if (known) known.noticeIds.push(id)
      else wanted.set(name, { ...delivery, lenderId, isOfOther, messageId: random.uuid(), noticeIds: [id] })
    }
  }
  // Every writer uses the same order, to avoid deadlocks.
  return [...wanted.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

const messageColumns = {
  id: 'uuid',
  lenderId: 'bigint',
  channel: 'text',
  topic: 'text',
  key: 'uuid',
} as const
const aloneColumns = { ...messageColumns, stopKey: 'text' } as const
const gatheredColumns = { ...messageColumns, soon: 'boolean', prompt: 'boolean' } as const
const linkColumns = { messageId: 'uuid', lenderId: 'bigint', noticeId: 'uuid' } as const

async function beginAlone(
  tx: Transaction,
  { random }: MessageContext,
  all: readonly Wanted[],
): Promise<void> {
  const alone = all.filter(({ timing }) => timing === 'NOW')
  if (alone.length === 0) return
  await run(
    tx,
    'lenders.notifications.begin_message_alone',
    `insert into notification_message (id, lender_id, channel, topic, due_at, state, closed_at, unsubscribe_key, stop_key)
     select id, lender_id, channel, topic, app_now(), 'WAITING', app_now(), key, stop_key
       from ${unnestRows(aloneColumns)}`,
    manyRows(aloneColumns, alone, {
      ...messageReaders(random),
      // A link would stop the account of whoever is told, not that of the member.
      stopKey: ({ topic, isOfOther }) => (isOfOther ? null : stopKeyFor(topic, random)),
    }),
  )
  await link(tx, alone)
  await enqueueSending(
    tx,
    random,
    alone.map(({ messageId }) => messageId),
  )
}

/**
 * Creates or extends messages that collect notices. A second message of a topic on one day waits until the evening, so
 * that there are at most two per day, unless it reports money that came back.
 */
async function joinOpen(
  tx: Transaction,
  { config, random }: MessageContext,
  all: readonly Wanted[],
): Promise<void> {
  const gathering = all.filter(({ timing }) => timing !== 'NOW')
  if (gathering.length === 0) return
  const rows = await many<{ id: string; lenderId: number; channel: string; topic: string }>(
    tx,
    'lenders.notifications.join_open',
    `insert into notification_message (id, lender_id, channel, topic, due_at, unsubscribe_key)
     select id, lender_id, channel, topic,
            case when prompt or soon and not exists (select from notification_message m
                                            where m.lender_id = row.lender_id and m.day = business_day(app_now())
                                              and m.channel = row.channel and m.topic = row.topic and m.state <> 'OPEN')
                 then app_now() + make_interval(secs => $1) else next_notification_time($2::time) end, key
       from ${unnestRows(gatheredColumns, 3)}
         on conflict (lender_id, channel, topic) where state = 'OPEN'
         do update set due_at = notification_message.due_at
     returning id, lender_id as "lenderId", channel, topic`,
    [
      config.NOTIFICATION_WAIT_SECONDS,
      config.NOTIFICATION_TIME,
      ...manyRows(gatheredColumns, gathering, {
        ...messageReaders(random),
        soon: ({ timing }) => timing === 'SOON',
        prompt: ({ timing }) => timing === 'PROMPT',
      }),
    ],
  )
  const ids = new Map(rows.map(({ id, lenderId, channel, topic }) => [`${lenderId} ${channel} ${topic}`, id]))
  await link(
    tx,
    gathering.map((one) => ({
      ...one,
      messageId: ids.get(`${one.lenderId} ${one.channel} ${one.topic}`) ?? one.messageId,
    })),
  )
}

const messageReaders = (random: MessageContext['random']) => ({
  id: ({ messageId }: Wanted) => messageId,
  lenderId: ({ lenderId }: Wanted) => lenderId,
  channel: ({ channel }: Wanted) => channel,
  topic: ({ topic }: Wanted) => topic,
  key: random.linkKey,
})

/** The secret of the link that stops the account, for a message about a change that an attacker may have made. */
export const stopKeyFor = (topic: Topic, random: MessageContext['random']): string | null =>
  isStoppable(topic) ? random.linkKey() : null

async function link(tx: Transaction, all: readonly Wanted[]): Promise<void> {
  const pairs = all.flatMap(({ messageId, lenderId, noticeIds }) =>
    noticeIds.map((noticeId) => ({ messageId, lenderId, noticeId })),
  )
  await run(
    tx,
    'lenders.notifications.link_message',
    `insert into notification_message_notice (${columnNames(linkColumns)})
     select * from ${unnestRows(linkColumns)} on conflict do nothing`,
    manyRows(linkColumns, pairs),
  )
}

export const enqueueSending = (
  tx: Transaction,
  random: MessageContext['random'],
  messageIds: readonly string[],
): Promise<void> =>
  enqueue(
    tx,
    messageIds.map((messageId) => ({
      id: random.uuid(),
      kind: 'notifications.send',
      payload: { messageId },
      queue: messageQueue,
    })),
  )
