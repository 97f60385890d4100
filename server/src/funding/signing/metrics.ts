import type { Context } from '../../context.ts'
import { many, one } from '../../platform/db/database.ts'
import type { StallReason } from './stalls.ts'
import { gauge } from '../../platform/metrics/metrics.ts'

const reasons: readonly StallReason[] = [
  'UNAVAILABLE',
  'KEY_REFUSED',
  'REFUSED',
  'SIGNATURE_MISMATCH',
  'ERROR',
]

const heads = {
  pematang_fundings_waiting: gauge(
    'Reservations that wait for a signature, overdue ones, and ended ones whose documents the provider has not cancelled.',
    'state',
  ),
  pematang_signing_stalled: gauge(
    'Fundings whose signature cannot be followed at the provider, by reason.',
    'reason',
  ),
  pematang_signing_stalled_oldest_seconds: gauge('Age of the oldest stall by reason.'),
}

/** Gauges of fundings that wait for a signature, and of those whose job fails; counted at each scrape. */
export function watch({ db, metrics }: Pick<Context, 'db' | 'metrics'>): void {
  metrics.set('signing', heads, async () => {
    const { waiting, overdue, open } = await one<{ waiting: number; overdue: number; open: number }>(
      db,
      'funding.signing.metrics',
      `select count(*) as waiting, count(*) filter (where sign_before <= app_now()) as overdue,
              (select count(*) from signing_request r join funding f on f.id = r.funding_id
                where r.closed_at is null and f.state <> 'WAITING') as open
         from funding where state = 'WAITING'`,
    )
    const stalls = await many<{ reason: StallReason; stalled: number; age: number }>(
      db,
      'funding.signing.stall_metrics',
      `select reason, count(*) as stalled, extract(epoch from app_now() - min(since))::float8 as age
         from signing_stall group by reason`,
    )
    return {
      pematang_fundings_waiting: [
        { labels: { state: 'waiting' }, value: waiting },
        { labels: { state: 'overdue' }, value: overdue },
        { labels: { state: 'ended_not_cancelled' }, value: open },
      ],
      pematang_signing_stalled: reasons.map((reason) => ({
        labels: { reason },
        value: stalls.find((stall) => stall.reason === reason)?.stalled ?? 0,
      })),
      pematang_signing_stalled_oldest_seconds: [{ value: Math.max(0, ...stalls.map(({ age }) => age)) }],
    }
  })
}
