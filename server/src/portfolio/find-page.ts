import type { Queryable } from '../platform/db/database.ts'
import { type FoundPage, few as usualFew, type PortfolioCriteria } from './criteria.ts'
import { findByStatus } from './find-by-status.ts'
import { searchPage } from './searching/find.ts'

/**
 * Finds a page of the portfolio without reading it row by row: the list as it opens, and of one status, by stored totals
 * and from the closer end; a text or a sort in the packed columns (decision 0047).
 * @param few up to this many fundings of a status are read and sorted; with more, the list is scanned in its order
 */
export function findPage(db: Queryable, criteria: PortfolioCriteria, few = usualFew): Promise<FoundPage> {
  const { name, loanNumber, sort } = criteria
  return name === null && loanNumber === null && sort === null
    ? findByStatus(db, criteria, few)
    : searchPage(db, criteria)
}
