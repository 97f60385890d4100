import type { Context } from '../../context.ts'
import { one } from '../../platform/db/database.ts'
import { gauge } from '../../platform/metrics/metrics.ts'
import { shortBanks } from './bank-balance.ts'

type Figures = { held: number; sent: number; age: number; differences: number }

const heads = {
  pematang_withdrawals: gauge('Withdrawals under way by state: held, or sent to the bank.', 'state'),
  pematang_withdrawals_oldest_seconds: gauge('Age of the oldest withdrawal under way.'),
  pematang_bank_missing_rupiah: gauge(
    'What a bank has less than the books say; withdrawals through it wait while it is above 0.',
    'method',
  ),
  pematang_bank_differences: gauge('Open differences between our books and the bank statements.'),
}

/** Metrics of pending withdrawals and of open differences with the banks, read at each scrape. */
export function watch({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('withdrawals', heads, async () => {
    const { held, sent, age, differences } = await one<Figures>(
      db,
      'cash.withdrawal.metrics',
      `select count(*) filter (where state = 'HELD') as held, count(*) filter (where state = 'SENT') as sent,
              coalesce(extract(epoch from app_now() - min(created_at)), 0)::float8 as age,
              (select count(*) from bank_difference where ended_at is null) as differences
         from withdrawal where ended_at is null`,
    )
    const short = await shortBanks(db)
    return {
      pematang_bank_missing_rupiah: ([1, 2] as const).map((method) => {
        const check = short.find(({ methodPayment }) => methodPayment === method)
        return { labels: { method: String(method) }, value: check ? check.expected - check.amount : 0 }
      }),
      pematang_withdrawals: [
        { labels: { state: 'held' }, value: held },
        { labels: { state: 'sent' }, value: sent },
      ],
      pematang_withdrawals_oldest_seconds: [{ value: age }],
      pematang_bank_differences: [{ value: differences }],
    }
  })
}
