import { invariantIds } from '../books/index.ts'
import type { Context } from '../../context.ts'
import { documentJobKinds } from '../../documents/index.ts'
import { bulkDocumentsJob } from '../../funding/index.ts'
import { clearingPositions } from '../../books/index.ts'
import { gauge, type Sample } from '../../platform/metrics/metrics.ts'
import { type CheckKind, lastChecks } from './store.ts'
import { waitingByKind } from './waiting.ts'

const names: Record<CheckKind, string> = { CHANGES: 'changes', WHOLE: 'whole' }
/** Kinds that are reported as 0 when none waits, so that their metric series always exist. */
const usualKinds = [
  'signing.follow',
  'withdrawal.follow',
  'bulk.fund',
  'suspense',
  'borrower_suspense',
  'payment_conflict',
  'bank_difference',
]
/** How often the clearing accounts are read: reading them scans all transfers, so not at each scrape. */
const clearingEveryMs = 3_600_000

const booksHeads = {
  pematang_books_breaches: gauge(
    'Rows that break an invariant of the books in the last check, at most 20 each.',
    'invariant',
  ),
  pematang_books_check_age_seconds: gauge(
    'Time since the last check of the books ended: of the changes, and of the whole.',
    'check',
  ),
  pematang_books_check_seconds: gauge('How long the last check of the books took.', 'check'),
}

const waitingHeads = {
  pematang_waiting: gauge('What waits for a job or an operator, without documents.', 'kind'),
  pematang_waiting_oldest_seconds: gauge('Age of the oldest of what waits, by kind.', 'kind'),
}

const clearingHeads = {
  pematang_clearing_rupiah: gauge(
    'Balance of the accounts on which money only waits, at most an hour old.',
    'account',
  ),
  pematang_clearing_oldest_seconds: gauge('Age of the oldest open item on those accounts.', 'account'),
}

/**
 * Metrics of the checks and of waiting items. Every worker reports the same values, which are stored in the database.
 */
export function watch({ db, metrics, clock }: Pick<Context, 'db' | 'metrics' | 'clock'>): void {
  metrics.set('books', booksHeads, async () => {
    const checks = await lastChecks(db)
    const found = new Map(invariantIds.map((id) => [id, 0]))
    for (const { breaches } of checks)
      for (const [id, rows] of Object.entries(breaches)) found.set(id, Math.max(found.get(id) ?? 0, rows))
    const ofEach = (value: 'age' | 'seconds'): Sample[] =>
      checks.flatMap((check) => {
        const { [value]: figure, kind } = check
        return figure === null ? [] : [{ labels: { check: names[kind] }, value: figure }]
      })
    return {
      pematang_books_breaches: [...found].map(([invariant, value]) => ({ labels: { invariant }, value })),
      pematang_books_check_age_seconds: ofEach('age'),
      pematang_books_check_seconds: ofEach('seconds'),
    }
  })
  metrics.set('waiting', waitingHeads, async () => {
    const waiting = await waitingByKind(db, [...documentJobKinds, bulkDocumentsJob])
    const kinds = [...new Set([...usualKinds, ...waiting.map(({ kind }) => kind)])]
    const ofEach = (value: 'waiting' | 'oldestSeconds'): Sample[] =>
      kinds.map((kind) => ({
        labels: { kind },
        value: waiting.find((one) => one.kind === kind)?.[value] ?? 0,
      }))
    return {
      pematang_waiting: ofEach('waiting'),
      pematang_waiting_oldest_seconds: ofEach('oldestSeconds'),
    }
  })
  let positions: ReturnType<typeof clearingPositions> | undefined
  let readAt = -Infinity
  metrics.set('clearing', clearingHeads, async () => {
    if (clock.now().getTime() - readAt >= clearingEveryMs) {
      readAt = clock.now().getTime()
      // If this scrape times out, the next one gets the figures.
      positions = clearingPositions(db)
      positions.catch(() => (readAt = -Infinity))
    }
    const accounts = (await positions) ?? []
    return {
      pematang_clearing_rupiah: accounts.map(({ kind, balance }) => ({
        labels: { account: kind },
        value: Number(balance),
      })),
      pematang_clearing_oldest_seconds: accounts.map(({ kind, since }) => ({
        labels: { account: kind },
        value: since === null ? 0 : (clock.now().getTime() - since.getTime()) / 1000,
      })),
    }
  })
}
