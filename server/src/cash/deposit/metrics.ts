import type { Context } from '../../context.ts'
import { one } from '../../platform/db/database.ts'
import type { SuspenseReason } from './payment-store.ts'
import { gauge } from '../../platform/metrics/metrics.ts'

type Figures = { reasons: Partial<Record<SuspenseReason, number>>; conflicts: number }

const reasons: readonly SuspenseReason[] = [
  'NUMBER_UNKNOWN',
  'NUMBER_OF_OTHER_BANK',
  'ABOVE_CEILING',
  'BALANCE_LIMIT',
  'CONFLICT',
  'REVERSED',
  'UNCONFIRMED',
]

const heads = {
  pematang_suspense_payments: gauge('Payments in suspense by reason.', 'reason'),
  pematang_payment_conflicts: gauge('Open conflicts: payment notices that contradict an earlier report.'),
}

/** Metrics of payments that wait for an operator, read at each scrape. */
export function watch({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('deposits', heads, async () => {
    const waiting = await one<Figures>(
      db,
      'cash.deposit.metrics',
      `select coalesce(json_object_agg(s.reason, s.payments), '{}') as reasons,
              (select count(*) from bank_conflict c
                where not exists (select from bank_conflict_end e where e.conflict_id = c.id)) as conflicts
         from (select reason, count(*) as payments from bank_suspense where ended_at is null group by reason) s`,
    )
    return {
      pematang_suspense_payments: reasons.map((reason) => ({
        labels: { reason },
        value: waiting.reasons[reason] ?? 0,
      })),
      pematang_payment_conflicts: [{ value: waiting.conflicts }],
    }
  })
}
