import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import type { Context } from '../../context.ts'
import { findNewMatches } from '../marketplace/index.ts'
import { gatherMatches, type NoticeData } from '../../lenders/index.ts'
import { many, one, run } from '../../platform/db/database.ts'
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts'
import { lockSearches } from './saved-searches.ts'

type MatchContext = Pick<Context, 'db' | 'random'>
type Due = { id: string; name: string; filters: MarketplaceFilters; since: Date }

/** The minimum interval between two comparisons of a search. */
const between = '30 minutes'
/** Margin for the search period, because loans get their listing time shortly before their transaction commits. */
const margin = '2 minutes'
const batchSize = 50

/**
 * Compares the saved searches that are due with the loans offered since their last comparison, and notifies their
 * lenders of new matches, once. A failure for one lender does not affect the others.
 * @throws AggregateError of the failures, at the end
 */
export async function notifyMatches(context: MatchContext, signal?: AbortSignal): Promise<void> {
  const failures = new Map<number, unknown>()
  let lenders: number[]
  do {
    lenders = await nextDue(context, [...failures.keys()])
    for (const lenderId of lenders) {
      if (signal?.aborted) return
      await inTransaction(context.db, { repeatable: true }, (tx) => notifyOne(tx, context, lenderId)).catch(
        (error: unknown) => failures.set(lenderId, error),
      )
    }
  } while (lenders.length > 0)
  if (failures.size > 0)
    throw new AggregateError(
      failures.values(),
      `the searches of ${failures.size} lenders could not be compared`,
    )
}

async function nextDue({ db }: MatchContext, without: readonly number[]): Promise<number[]> {
  const rows = await many<{ lenderId: number }>(
    db,
    'funding.saved-searches.due',
    `select lender_id as "lenderId" from saved_search
      where checked_at < app_now() - $1::interval and lender_id <> all($3::bigint[])
      group by lender_id order by min(checked_at) limit $2`,
    [between, batchSize, without],
  )
  return rows.map(({ lenderId }) => lenderId)
}

async function notifyOne(tx: Transaction, { random }: MatchContext, lenderId: number): Promise<void> {
  await lockSearches(tx, lenderId)
  const { until } = await one<{ until: Date }>(
    tx,
    'funding.saved-searches.until',
    'select app_now() - $1::interval as until',
    [margin],
  )
  const searches = await many<Due>(
    tx,
    'funding.saved-searches.of_lender',
    `select id, name, filters, checked_at - $2::interval as since from saved_search
      where lender_id = $1 and checked_at < app_now() - $3::interval order by lower(name), id`,
    [lenderId, margin, between],
  )
  const loans = new Set<number>()
  const found: NoticeData['OFFER_IN_SAVED_SEARCH']['searches'] = []
  for (const { id, name, filters, since } of searches) {
    const matches = await findNewMatches(tx, lenderId, filters, { since, until })
    if (matches.length > 0) found.push({ id, name, filters })
    for (const loanId of matches) loans.add(loanId)
  }
  if (found.length > 0) {
    const notice = { lenderId, id: random.uuid() }
    await gatherMatches(tx, notice, { count: loans.size, searches: found })
  }
  await run(
    tx,
    'funding.saved-searches.checked',
    'update saved_search set checked_at = app_now() where lender_id = $1 and id = any($2::uuid[])',
    [lenderId, searches.map(({ id }) => id)],
  )
}
