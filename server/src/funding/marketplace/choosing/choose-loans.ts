import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import type { Pagination } from '@pematang/contract/fields'
import type { Context } from '../../../context.ts'
import { type Database, one, type Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { paginate } from '../../../platform/pagination.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readCards } from '../cards.ts'
import { type Choice, parametersOf, readChoice } from './choice.ts'
import { type ChoiceCount, countChoice } from './count-choices.ts'
import { type Place, readCursor, writeCursor } from './cursor.ts'
import { keysOf } from './keys.ts'
import { placeOnLadder } from './ladder.ts'
import { alongTheOrder, mostInRange, pageStatements, type Way } from './page-statements.ts'

export type ChosenPage = {
  list: MarketplaceLoan[]
  pagination: Pagination
  nextCursor: string | null
  isEstimated: boolean
}

/**
 * A page of the matching open loans after a cursor. Pages that follow by cursor keep the order of the first page: each
 * loan that stays open is on exactly one of them.
 * @throws Refusal CURSOR_MISMATCH
 * @throws Refusal CURSOR_EXPIRED when that order is no longer stored
 */
export async function chooseLoans(
  context: Context,
  lenderId: number,
  query: MarketplaceFilters & { limit: number; cursor?: string | undefined },
): Promise<ChosenPage> {
  const choice = readChoice(query)
  const of = { choice, lenderId }
  const place = query.cursor ? readCursor(query.cursor, of) : startOf(choice)
  const total = await countChoice(context, lenderId, choice)
  const found = await findLoans(context, { ...of, place, limit: query.limit + 1, total })
  const page = found.places.slice(0, query.limit)
  const last = page.at(-1)
  const hasMore = found.places.length > page.length && last !== undefined
  return {
    list: await readCards(
      context.db,
      page.map(({ loanId }) => loanId),
    ),
    pagination: paginate(total.count, { page: place.page, limit: query.limit }),
    nextCursor: hasMore ? writeCursor({ ...last, asOf: found.asOf, page: place.page + 1 }, of) : null,
    isEstimated: total.isEstimated,
  }
}

/** The cursor position before the first loan. */
export const startOf = (choice: Choice): Place => ({ key: keysOf(choice).from, loanId: 0, asOf: 0, page: 1 })

type Asked = {
  choice: Choice
  lenderId: number
  place: Place
  limit: number
  /** The number of matching open loans, and of all open loans. */
  total: ChoiceCount
}
type Found = { places: { key: number; loanId: number }[]; asOf: number; pruned: number; isWhole: boolean }

function findLoans({ db }: Pick<Context, 'db'>, asked: Asked): Promise<Found> {
  return alongIndexes(db, async (tx) => {
    for (const way of waysFor(asked)) {
      const found = await findBy(tx, way, asked)
      if (asked.place.asOf > 0 && asked.place.asOf < found.pruned) throw new Refusal('CURSOR_EXPIRED')
      // This way reads a range that is not in sort order, so the page is complete only if the whole range was read.
      const isFull = !isOfRange(way) && found.places.length >= asked.limit
      if (found.isWhole || isFull) return found
    }
    throw new Error('the last way finds all loans')
  })
}

const isOfRange = (way: Way): boolean => way === 'left' || way === 'interest'

/** Makes the planner use indexes: by its estimates it would sort all loans of a medium-sized list. */
export function alongIndexes<T>(db: Database, read: (tx: Queryable) => Promise<T>): Promise<T> {
  return inTransaction(db, { repeatable: true }, async (tx) => {
    const planned = tx.query({
      text: 'set local enable_bitmapscan = off; set local enable_sort = off; set local enable_incremental_sort = off',
    })
    const [result] = await Promise.all([read(tx), planned])
    return result
  })
}

/** Searches one way. `isWhole` in the result means that there are no more loans than these. */
export async function findBy(
  db: Queryable,
  way: Way,
  { choice, lenderId, place, limit }: Omit<Asked, 'total'>,
): Promise<Found> {
  const { name, text } = pageStatements[choice.sort][way]
  const row = await one<Row>(db, name, text, pageParameters(way, { choice, lenderId, place, limit }))
  const places = row.loanIds.map((loanId, index) => ({
    key: Number(row.keys[index]),
    loanId: Number(loanId),
  }))
  return { ...row, places }
}

export const pageParameters = (
  way: Way,
  { choice, lenderId, place, limit }: Omit<Asked, 'total'>,
): unknown[] => [
  ...parametersOf(choice, lenderId),
  place.key,
  place.loanId,
  limit,
  place.asOf || null,
  keysOf(choice).to,
  ...(way === 'kinds' || way === 'steps' ? [placeOnLadder(choice.leftFrom).place] : []),
]

type Row = Omit<Found, 'places'> & { keys: string[]; loanIds: string[] }

/**
 * The ways to search for a page, in the order to try them. The sort order is read only if the page is probably within
 * its first loans, and a range only if it does not have too many matching loans. The order by funded share is the
 * reverse of the order by remainder, so it is read in steps of the remainder.
 */
function waysFor({ choice: { sort, leftFrom, interestFrom, interestTo }, total, limit }: Asked): Way[] {
  const isRare = total.count * alongTheOrder < total.open * limit
  if (sort === 'filled' && leftFrom !== null && !isRare) return ['steps']
  const mayBeWhole = total.isEstimated || total.count <= mostInRange
  return [
    ...(isRare ? [] : (['order'] as const)),
    ...(leftFrom === null || !mayBeWhole ? [] : (['left'] as const)),
    ...((interestFrom === null && interestTo === null) || !mayBeWhole ? [] : (['interest'] as const)),
    'kinds',
  ]
}
