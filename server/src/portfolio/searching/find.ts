import type { Queryable } from '../../platform/db/database.ts'
import type { FoundPage } from '../criteria.ts'
import { type Columns, columnsOf, type Segment } from './columns.ts'
import { findMatches, type Matches } from './match.ts'
import { orderOf } from './order.ts'
import { readIds, readPortfolio, type SearchCriteria } from './read.ts'
import { sortedSlice } from './select.ts'

/** How often a page is looked for while its fundings are packed anew between two statements. */
const attempts = 3

/**
 * A page of the portfolio by any text, status and sort, with the number of all matches. The whole portfolio is read from
 * its packed columns, so all searches of a lender take about the same.
 */
export async function searchPage(
  db: Queryable,
  criteria: SearchCriteria & { page: number; limit: number },
): Promise<FoundPage> {
  const from = (criteria.page - 1) * criteria.limit
  for (let attempt = 1; ; attempt += 1) {
    const withIds = attempt === attempts
    const columns = columnsOf(await readPortfolio(db, criteria, withIds))
    const matches = findMatches(columns, criteria)
    const total = matches.refs.length
    const refs = inOrder(columns, matches, criteria, from, from + criteria.limit)
    const ids = withIds ? allIds(columns, matches, refs) : await idsOf(db, criteria.lenderId, columns, matches, refs)
    if (ids !== null) return { total, ids }
  }
}

/** The ids of all matches in order, packed into 16 bytes each. */
export async function searchAll(db: Queryable, criteria: SearchCriteria): Promise<Buffer> {
  const columns = columnsOf(await readPortfolio(db, criteria, true))
  const matches = findMatches(columns, criteria)
  const refs = inOrder(columns, matches, criteria, 0, matches.refs.length)
  return Buffer.from(allIds(columns, matches, refs).join('').replaceAll('-', ''), 'hex')
}

/** The matches from one place to another in the order that is asked for. */
function inOrder(columns: Columns, matches: Matches, { sort }: SearchCriteria, from: number, until: number) {
  const { refs } = matches
  if (sort === null) return refs.slice(from, until)
  const places = sortedSlice(Int32Array.from(refs.keys()), from, until, orderOf(columns, matches, sort))
  return places.map((place) => refs[place] as number)
}

const idLength = 36

function allIds({ row }: Columns, { live }: Matches, refs: Int32Array): string[] {
  const ids = row.ids ?? ''
  return Array.from(refs, (ref) => live[-1 - ref]?.id ?? ids.slice(ref * idLength, (ref + 1) * idLength))
}

/**
 * The ids of a few matches.
 * @returns null if one of their segments was packed anew since
 */
async function idsOf(
  db: Queryable,
  lenderId: number,
  { newestFirst }: Columns,
  { live }: Matches,
  refs: Int32Array,
): Promise<string[] | null> {
  const segmentOf = (ref: number) =>
    newestFirst.find(({ start, size }) => ref >= start && ref < start + size) as Segment
  const needed = new Map<Segment, string[]>()
  for (const ref of refs) if (ref >= 0) needed.set(segmentOf(ref), [])
  const read = await Promise.all(
    [...needed.keys()].map(async (segment) => [segment, await readIds(db, lenderId, segment)] as const),
  )
  for (const [segment, ids] of read) {
    if (ids === null) return null
    needed.set(segment, ids)
  }
  return Array.from(refs, (ref) => {
    if (ref < 0) return live[-1 - ref]?.id ?? ''
    const segment = segmentOf(ref)
    return needed.get(segment)?.[ref - segment.start] ?? ''
  })
}
