import type { Context } from '../context.ts'
import { one } from '../platform/db/database.ts'

type Figures = { held: number; sent: number; age: number; differences: number }

/** What withdrawals wait for, and what of the last week's days was not the same at the bank; asked at each scrape. */
export function watchWithdrawals({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('withdrawals', async () => {
    const { held, sent, age, differences } = await one<Figures>(
      db,
      'withdrawal.metrics',
      `select count(*) filter (where state = 'HELD') as held, count(*) filter (where state = 'SENT') as sent,
              coalesce(extract(epoch from app_now() - min(created_at)), 0)::float8 as age,
              (select coalesce(sum(jsonb_array_length(differences)), 0)::bigint from bank_reconciliation
                where day > business_day(app_now()) - 7) as differences
         from withdrawal where ended_at is null`,
    )
    return [
      {
        name: 'pematang_withdrawals',
        help: 'Withdrawals that have not ended: held, or sent to the bank.',
        type: 'gauge',
        samples: [
          { labels: { state: 'held' }, value: held },
          { labels: { state: 'sent' }, value: sent },
        ],
      },
      {
        name: 'pematang_withdrawals_oldest_seconds',
        help: 'How long the oldest withdrawal that has not ended has been under way.',
        type: 'gauge',
        samples: [{ value: age }],
      },
      {
        name: 'pematang_bank_differences',
        help: 'Differences between our withdrawals and the lists of the banks, of the last seven days.',
        type: 'gauge',
        samples: [{ value: differences }],
      },
    ]
  })
}
