/** Where a page is in a list that can be read from either end; pages count from 1. */
export type Place = {
  /** The list is read from its end, and the rows come the wrong way round. */
  fromEnd: boolean
  /** Rows to pass over, at most half of the list, and rows to take. */
  skip: number
  take: number
}

/** Where a page of a list of `total` rows is found with the fewest rows passed over: the last page costs what the first does. */
export function nearerEnd(total: number, { page, limit }: { page: number; limit: number }): Place {
  const before = (page - 1) * limit
  const take = Math.max(0, Math.min(limit, total - before))
  const after = total - before - take
  return before <= after || take === 0
    ? { fromEnd: false, skip: before, take }
    : { fromEnd: true, skip: after, take }
}

/** The rows in the order of the list. */
export const inOrder = <T>(rows: readonly T[], { fromEnd }: Place): T[] =>
  fromEnd ? rows.toReversed() : [...rows]
