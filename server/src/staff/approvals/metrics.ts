import type { Context } from '../../context.ts'
import { one } from '../../platform/db/database.ts'
import { gauge } from '../../platform/metrics/metrics.ts'

const heads = {
  pematang_break_glass: gauge(
    'Runs of the command line without a second pair that nobody else has looked at.',
  ),
  pematang_proposals_waiting: gauge('Proposals that wait for a decision.'),
}

/** What waits for a second pair of eyes, read at each scrape. */
export function watch({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('approvals', heads, async () => {
    const { unseen, waiting } = await one<{ unseen: number; waiting: number }>(
      db,
      'staff.approvals.metrics',
      `select (select count(*) from break_glass where looked_at is null) as unseen,
              (select count(*) from proposal where ended is null and until > app_now()) as waiting`,
    )
    return {
      pematang_break_glass: [{ value: unseen }],
      pematang_proposals_waiting: [{ value: waiting }],
    }
  })
}
