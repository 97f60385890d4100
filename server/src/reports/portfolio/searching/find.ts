import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { FoundPage } from '../criteria.ts'
import { readColumns, readSearchColumns } from './columns.ts'
import { findMatches, type Matches, positionOf, segmentOf } from './match.ts'
import { sliceOf } from './order.ts'
import { readPortfolio, type SearchCriteria } from './read.ts'

/** How often a search is tried before it is refused. A try fails if fundings are packed again between its statements. */
const attempts = 10

/**
 * Returns a page of the matching fundings, and the number of all matches. The standings are read for each search; names,
 * numbers, amounts, rates and ids, which hardly change, are cached.
 * @throws Refusal OVERLOADED
 */
export async function searchPage(
  db: Queryable,
  criteria: SearchCriteria & { page: number; limit: number },
): Promise<FoundPage> {
  const from = (criteria.page - 1) * criteria.limit
  return search(db, criteria, from, from + criteria.limit)
}

/**
 * Returns the ids of all matches in order, as 16 bytes each.
 * @throws Refusal OVERLOADED
 */
export async function searchAll(db: Queryable, criteria: SearchCriteria): Promise<Buffer> {
  const { ids } = await search(db, criteria, 0, Number.MAX_SAFE_INTEGER)
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex')
}

async function search(
  db: Queryable,
  criteria: SearchCriteria,
  from: number,
  until: number,
): Promise<FoundPage> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const found = await trySearch(db, criteria, from, until)
    if (found !== null) return found
  }
  throw new Refusal('OVERLOADED', { retryAfterSeconds: 2 })
}

/** @returns null if fundings were packed again between two statements */
async function trySearch(
  db: Queryable,
  criteria: SearchCriteria,
  from: number,
  until: number,
): Promise<FoundPage | null> {
  const portfolio = await readPortfolio(db, criteria)
  const columns = await readSearchColumns(db, criteria, portfolio)
  if (columns === null) return null
  const matches = findMatches(portfolio, criteria, columns)
  const refs = sliceOf(matches, criteria.sort, columns, from, until)
  const ids = await idsOf(db, criteria.lenderId, matches, refs)
  return ids && { total: matches.refs.length, ids }
}

/** @returns null if fundings were packed again since the portfolio was read */
async function idsOf(
  db: Queryable,
  lenderId: number,
  matches: Matches,
  refs: Int32Array,
): Promise<string[] | null> {
  const packedRefs = refs.filter((ref) => ref >= 0)
  const needed = new Set(Array.from(packedRefs, (ref) => segmentOf(matches, ref)))
  const columns = await readColumns(db, lenderId, [...needed], ['ids'])
  if (columns === null) return null
  return Array.from(refs, (ref) => {
    const id =
      ref < 0 ? matches.unpacked[-1 - ref]?.id : columns.get(segmentOf(matches, ref))?.ids?.[positionOf(ref)]
    if (id === undefined) throw new Error('a funding of the portfolio has no id')
    return id
  })
}
