import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { FoundPage } from '../criteria.ts'
import { findMatches, type Matches, placeOf, segmentOf, segmentWith } from './match.ts'
import { orderOf } from './order.ts'
import { readPortfolio, type SearchCriteria } from './read.ts'
import { sortedSlice } from './select.ts'
import { type Column, readTexts } from './texts.ts'

/** How often a search is made before it is refused because its fundings were packed anew between two of its statements. */
const attempts = 10

/**
 * A page of the portfolio by any text, status and sort, with the number of all matches. How the fundings stand is read for
 * each search; texts and ids, which hardly change, once in a while.
 * @throws Refusal OVERLOADED
 */
export async function searchPage(
  db: Queryable,
  criteria: SearchCriteria & { page: number; limit: number },
): Promise<FoundPage> {
  const from = (criteria.page - 1) * criteria.limit
  return search(db, criteria, from, from + criteria.limit)
}

/** The ids of all matches in order, packed into 16 bytes each. */
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

/** @returns null if fundings were packed anew between two statements */
async function trySearch(
  db: Queryable,
  criteria: SearchCriteria,
  from: number,
  until: number,
): Promise<FoundPage | null> {
  const { lenderId, sort } = criteria
  const portfolio = await readPortfolio(db, criteria)
  const { segments, live } = portfolio
  const texts = await readTexts(db, lenderId, segments, columnsFor(criteria))
  const withLive = new Set(live.flatMap(({ id }) => segmentWith(segments, id) ?? []))
  const ids = await readTexts(db, lenderId, [...withLive], ['ids'])
  if (texts === null || ids === null) return null
  for (const [segment, some] of ids) texts.set(segment, { ...texts.get(segment), ...some })
  const matches = findMatches(portfolio, criteria, texts)
  const total = matches.refs.length
  if (sort === null) return idsOf(db, lenderId, matches, matches.refs.subarray(from, until), total)
  const all = new Int32Array(total)
  for (let place = 0; place < total; place += 1) all[place] = place
  const places = sortedSlice(all, from, until, orderOf(matches, sort, texts))
  const refs = places.map((place) => matches.refs[place] as number)
  return idsOf(db, lenderId, matches, refs, total)
}

function columnsFor({ name, loanNumber, sort }: SearchCriteria): Column[] {
  return [
    ...(loanNumber === null ? [] : (['numbers'] as const)),
    ...(name === null && sort !== 'NAME' ? [] : (['names'] as const)),
    ...(sort === 'AMOUNT' ? (['amounts'] as const) : []),
    ...(sort === 'RATE' ? (['rates'] as const) : []),
  ]
}

async function idsOf(
  db: Queryable,
  lenderId: number,
  matches: Matches,
  refs: Int32Array,
  total: number,
): Promise<FoundPage | null> {
  const needed = new Set(
    Array.from(
      refs.filter((ref) => ref >= 0),
      (ref) => segmentOf(matches, ref),
    ),
  )
  const texts = await readTexts(db, lenderId, [...needed], ['ids'])
  if (texts === null) return null
  const ids = Array.from(refs, (ref) => {
    const id = ref < 0 ? matches.live[-1 - ref]?.id : texts.get(segmentOf(matches, ref))?.ids?.[placeOf(ref)]
    if (id === undefined) throw new Error('a funding of the portfolio has no id')
    return id
  })
  return { total, ids }
}
