import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Context } from '../../../context.ts'
import { mutation } from '../../../platform/commands/command.ts'
import { many, type Queryable } from '../../../platform/db/database.ts'
import { enqueueSending } from './assign.ts'
import type { Channel, Topic } from './topics.ts'

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

/** Which failed messages: those named, or all since a day; without a day those of the last thirty. */
type Which = { ids: readonly string[] } | { ids: null; since: BusinessDate | null }

export type SentAgain = {
  messages: number
  /** The number of each kind, the largest first. */
  kinds: { channel: Channel; topic: Topic; messages: number }[]
  /** The day of the oldest of them; null where there is none. */
  oldest: BusinessDate | null
}

/**
 * Sends failed messages again: the named ones, or all that were abandoned or refused for a fault of our own setting. Old
 * news is left out, unless a day is named: a lender is not told today that a payment of last year was late.
 * @throws an error if a named one did not fail
 */
export const sendAgain = mutation<Context, Which, SentAgain>({
  operation: 'sendNotificationsAgain',
  permit: ['operator'],
  withoutSecondPair: 'it repeats what lenders were to be told',
  async run(tx, which, { context }) {
    const again = await many<{ id: string; channel: Channel; topic: Topic; day: BusinessDate }>(
      tx,
      'lenders.notifications.send_again',
      `update notification_message set state = 'WAITING', closed_at = app_now(), ended_at = null, reason = null, tries = 0,
              uncertain = 0
        where case when $1::uuid[] is null
                   then (state = 'GAVE_UP' or (state = 'REFUSED' and reason = any($2)))
                        and day >= coalesce($3::date, business_day(app_now()) - 30)
                   else id = any($1) and state in ('REFUSED', 'UNKNOWN', 'GAVE_UP') end
      returning id, channel, topic, day`,
      [which.ids, ownFaults, which.ids === null ? which.since : null],
    )
    if (which.ids && again.length < which.ids.length)
      throw new Error(
        `Hanya ${again.length} dari ${which.ids.length} pesan ini gagal; tidak ada yang dilakukan.`,
      )
    await enqueueSending(
      tx,
      context.random,
      again.map(({ id }) => id),
    )
    return { answer: summaryOf(again), detail: { messages: again.length } }
  },
})

function summaryOf(again: readonly { channel: Channel; topic: Topic; day: BusinessDate }[]): SentAgain {
  const kinds = Map.groupBy(again, ({ channel, topic }) => `${channel} ${topic}`)
  return {
    messages: again.length,
    kinds: [...kinds.values()]
      .flatMap(([one, ...others]) =>
        one ? [{ channel: one.channel, topic: one.topic, messages: others.length + 1 }] : [],
      )
      .toSorted((a, b) => b.messages - a.messages),
    oldest: again.map(({ day }) => day).toSorted()[0] ?? null,
  }
}
