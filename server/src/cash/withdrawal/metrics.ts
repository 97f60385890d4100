import type { Context } from '../../context.ts'
import { one } from '../../platform/db/database.ts'

type Figures = { held: number; sent: number; age: number; differences: number }

/** Metrics of pending withdrawals and of open differences with the banks, read at each scrape. */
export function watchWithdrawals({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('withdrawals', async () => {
    const { held, sent, age, differences } = await one<Figures>(
      db,
      'cash.withdrawal.metrics',
      `select count(*) filter (where state = 'HELD') as held, count(*) filter (where state = 'SENT') as sent,
              coalesce(extract(epoch from app_now() - min(created_at)), 0)::float8 as age,
              (select count(*) from bank_difference where ended_at is null) as differences
         from withdrawal where ended_at is null`,
    )
    return [
      {
        name: 'pematang_withdrawals',
        help: 'Withdrawals under way by state: held, or sent to the bank.',
        type: 'gauge',
        samples: [
          { labels: { state: 'held' }, value: held },
          { labels: { state: 'sent' }, value: sent },
        ],
      },
      {
        name: 'pematang_withdrawals_oldest_seconds',
        help: 'Age of the oldest withdrawal under way.',
        type: 'gauge',
        samples: [{ value: age }],
      },
      {
        name: 'pematang_bank_differences',
        help: 'Open differences between our books and the bank statements.',
        type: 'gauge',
        samples: [{ value: differences }],
      },
    ]
  })
}
