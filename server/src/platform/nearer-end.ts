/** A page of a list that can be read from either end. */
export type Place = {
  /** Whether the list is read from its end, with the rows in reverse order. */
  fromEnd: boolean
  /** Offset, at most half of the list, and limit. */
  skip: number
  take: number
}

/** Chooses the end of the list that is closer to the page, so that the last page costs no more than the first. */
export function nearerEnd(total: number, { page, limit }: { page: number; limit: number }): Place {
  const before = (page - 1) * limit
  const take = Math.max(0, Math.min(limit, total - before))
  const after = total - before - take
  return before <= after || take === 0
    ? { fromEnd: false, skip: before, take }
    : { fromEnd: true, skip: after, take }
}

export const inOrder = <T>(rows: readonly T[], { fromEnd }: Place): T[] =>
  fromEnd ? rows.toReversed() : [...rows]
