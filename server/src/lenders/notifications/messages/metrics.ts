import type { Context } from '../../../context.ts'
import { many } from '../../../platform/db/database.ts'
import { gauge } from '../../../platform/metrics/metrics.ts'

type Count = { channel: string; state: string; messages: number }

const heads = {
  pematang_notifications: gauge(
    'Messages to lenders by channel and state: waiting to be sent; of the last 7 days refused, given up, and those of which nobody knows whether they were sent.',
    'channel',
    'state',
  ),
}

/** Messages that wait to be sent, and failed messages of the last week, read at each scrape. */
export function watch({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('notifications', heads, async () => {
    const counts = await many<Count>(
      db,
      'lenders.notifications.message_metrics',
      `select channel, state, count(*) as messages from notification_message
        where state = 'WAITING' or state in ('REFUSED', 'UNKNOWN', 'GAVE_UP') and ended_at > app_now() - interval '7 days'
        group by channel, state order by channel, state`,
    )
    return {
      pematang_notifications: counts.map(({ channel, state, messages }) => ({
        labels: { channel: channel.toLowerCase(), state: state.toLowerCase() },
        value: messages,
      })),
    }
  })
}
