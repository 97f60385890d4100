import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import { mostSavedSearches, type SavedSearch } from '@pematang/contract/funding/saved-searches/endpoints'
import type { Context } from '../../context.ts'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'

type Row = { id: string; name: string; filters: MarketplaceFilters; createdAt: Date }

const columns = 'id, name, filters, created_at as "createdAt"'

export async function listSavedSearches({ db }: Context, lenderId: number): Promise<{ list: SavedSearch[] }> {
  const rows = await many<Row>(
    db,
    'funding.saved-searches.list',
    `select ${columns} from saved_search where lender_id = $1 order by lower(name), id`,
    [lenderId],
  )
  return { list: rows.map(toSavedSearch) }
}

/**
 * Saves a search. A repeated request returns the search that it saved.
 * @throws Refusal SAVED_SEARCH_NAME_TAKEN if the lender has other filters under the name, SAVED_SEARCHES_FULL
 */
export function saveSearch(
  { db, random }: Context,
  lenderId: number,
  { name, filters }: { name: string; filters: MarketplaceFilters },
): Promise<SavedSearch> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    await lockSearches(tx, lenderId)
    const chosen = chosenOf(filters)
    const before = await maybe<Row & { isSame: boolean }>(
      tx,
      'funding.saved-searches.same_name',
      `select ${columns}, filters = $3::jsonb as "isSame" from saved_search where lender_id = $1 and lower(name) = lower($2)`,
      [lenderId, name, chosen],
    )
    if (before && !before.isSame) throw new Refusal('SAVED_SEARCH_NAME_TAKEN')
    if (before) return toSavedSearch(before)
    const { searches } = await one<{ searches: number }>(
      tx,
      'funding.saved-searches.count',
      'select count(*) as searches from saved_search where lender_id = $1',
      [lenderId],
    )
    if (searches >= mostSavedSearches) throw new Refusal('SAVED_SEARCHES_FULL')
    return toSavedSearch(
      await one<Row>(
        tx,
        'funding.saved-searches.insert',
        `insert into saved_search (lender_id, id, name, filters) values ($1, $2, $3, $4) returning ${columns}`,
        [lenderId, random.uuid(), name, chosen],
      ),
    )
  })
}

/**
 * Renames a search, and replaces its filters if they are given.
 * @throws Refusal SAVED_SEARCH_NOT_FOUND, also for another lender's search; SAVED_SEARCH_NAME_TAKEN
 */
export function changeSavedSearch(
  { db }: Context,
  lenderId: number,
  change: { savedSearchId: string; name: string; filters?: MarketplaceFilters | undefined },
): Promise<SavedSearch> {
  const id = readId(change.savedSearchId)
  return inTransaction(db, { repeatable: true }, async (tx) => {
    await lockSearches(tx, lenderId)
    const mine = await many<{ id: string; isNamed: boolean }>(
      tx,
      'funding.saved-searches.names',
      'select id, lower(name) = lower($2) as "isNamed" from saved_search where lender_id = $1',
      [lenderId, change.name],
    )
    if (!mine.some((search) => search.id === id)) throw new Refusal('SAVED_SEARCH_NOT_FOUND')
    if (mine.some((search) => search.isNamed && search.id !== id))
      throw new Refusal('SAVED_SEARCH_NAME_TAKEN')
    const changed = await one<Row>(
      tx,
      'funding.saved-searches.change',
      `update saved_search set name = $3, filters = coalesce($4::jsonb, filters),
              checked_at = case when $4::jsonb is null then checked_at else app_now() end
        where lender_id = $1 and id = $2 returning ${columns}`,
      [lenderId, id, change.name, change.filters ? chosenOf(change.filters) : null],
    )
    return toSavedSearch(changed)
  })
}

/** @throws Refusal SAVED_SEARCH_NOT_FOUND, also for another lender's search */
export async function deleteSavedSearch(
  { db }: Context,
  lenderId: number,
  savedSearchId: string,
): Promise<{ message: 'success' }> {
  const id = readId(savedSearchId)
  const deleted = await inTransaction(db, { repeatable: true }, (tx) =>
    run(tx, 'funding.saved-searches.delete', 'delete from saved_search where lender_id = $1 and id = $2', [
      lenderId,
      id,
    ]),
  )
  if (deleted === 0) throw new Refusal('SAVED_SEARCH_NOT_FOUND')
  return { message: 'success' }
}

/** Serialises changes of a lender's searches, which protects their number and names. */
export async function lockSearches(tx: Queryable, lenderId: number): Promise<void> {
  await run(
    tx,
    'funding.saved-searches.lock',
    `select pg_advisory_xact_lock(hashtextextended('saved_search', $1))`,
    [lenderId],
  )
}

function readId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) throw new Refusal('SAVED_SEARCH_NOT_FOUND')
  return text
}

const chosenOf = (filters: MarketplaceFilters): string =>
  JSON.stringify(Object.fromEntries(Object.entries(filters).filter(([, value]) => value)))

const toSavedSearch = ({ id, name, filters, createdAt }: Row): SavedSearch => ({
  savedSearchId: id,
  name,
  filters,
  createdDate: createdAt.toISOString(),
})
