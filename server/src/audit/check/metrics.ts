import { invariantIds } from '../books/index.ts'
import type { Context } from '../../context.ts'
import { documentJobKinds } from '../../platform/jobs/job-queues.ts'
import { clearingPositions } from '../../books/index.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'
import { type CheckKind, lastChecks } from './store.ts'
import { waitingByKind } from './waiting.ts'

const names: Record<CheckKind, string> = { CHANGES: 'changes', WHOLE: 'whole' }
/** Kinds that are reported as 0 when none waits, so that their metric series always exist. */
const usualKinds = [
  'signing.follow',
  'withdrawal.follow',
  'bulk.fund',
  'suspense',
  'payment_conflict',
  'bank_difference',
]
/** How often the clearing accounts are read: reading them scans all transfers, so not at each scrape. */
const clearingEveryMs = 3_600_000

/**
 * Metrics of the checks and of waiting items. Every worker reports the same values, which are stored in the database.
 */
export function watchBooks({ db, metrics, clock }: Pick<Context, 'db' | 'metrics' | 'clock'>): void {
  metrics.set('books', async () => {
    const checks = await lastChecks(db)
    const found = new Map(invariantIds.map((id) => [id, 0]))
    for (const { breaches } of checks)
      for (const [id, rows] of Object.entries(breaches)) found.set(id, Math.max(found.get(id) ?? 0, rows))
    const ofEach = (value: 'age' | 'seconds'): Sample[] =>
      checks.flatMap((check) => {
        const { [value]: figure, kind } = check
        return figure === null ? [] : [{ labels: { check: names[kind] }, value: figure }]
      })
    return [
      {
        name: 'pematang_books_breaches',
        help: 'Rows that break an invariant of the books in the last check, at most 20 each.',
        type: 'gauge',
        samples: [...found].map(([invariant, value]) => ({ labels: { invariant }, value })),
      },
      {
        name: 'pematang_books_check_age_seconds',
        help: 'Time since the last check of the books ended: of the changes, and of the whole.',
        type: 'gauge',
        samples: ofEach('age'),
      },
      {
        name: 'pematang_books_check_seconds',
        help: 'How long the last check of the books took.',
        type: 'gauge',
        samples: ofEach('seconds'),
      },
    ]
  })
  metrics.set('waiting', async () => {
    const waiting = await waitingByKind(db, documentJobKinds)
    const kinds = [...new Set([...usualKinds, ...waiting.map(({ kind }) => kind)])]
    const ofEach = (value: 'waiting' | 'oldestSeconds'): Sample[] =>
      kinds.map((kind) => ({
        labels: { kind },
        value: waiting.find((one) => one.kind === kind)?.[value] ?? 0,
      }))
    return [
      {
        name: 'pematang_waiting',
        help: 'What waits for a job or an operator, without documents.',
        type: 'gauge',
        samples: ofEach('waiting'),
      },
      {
        name: 'pematang_waiting_oldest_seconds',
        help: 'Age of the oldest of what waits, by kind.',
        type: 'gauge',
        samples: ofEach('oldestSeconds'),
      },
    ]
  })
  let positions: ReturnType<typeof clearingPositions> | undefined
  let readAt = -Infinity
  metrics.set('clearing', async () => {
    if (clock.now().getTime() - readAt >= clearingEveryMs) {
      readAt = clock.now().getTime()
      // If this scrape times out, the next one gets the figures.
      positions = clearingPositions(db)
      positions.catch(() => (readAt = -Infinity))
    }
    const accounts = (await positions) ?? []
    return [
      {
        name: 'pematang_clearing_rupiah',
        help: 'Balance of the accounts on which money only waits, at most an hour old.',
        type: 'gauge',
        samples: accounts.map(({ kind, balance }) => ({ labels: { account: kind }, value: Number(balance) })),
      },
      {
        name: 'pematang_clearing_oldest_seconds',
        help: 'Age of the oldest open item on those accounts.',
        type: 'gauge',
        samples: accounts.map(({ kind, since }) => ({
          labels: { account: kind },
          value: since === null ? 0 : (clock.now().getTime() - since.getTime()) / 1000,
        })),
      },
    ]
  })
}
