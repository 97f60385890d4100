import type { Queryable } from '../platform/db/database.ts'
import { findBySeveral } from './find-by-several.ts'
import { findByStatus } from './find-by-status.ts'
import { findByText } from './find-by-text.ts'
import { findSorted } from './find-sorted.ts'
import { type FoundPage, few as usualFew, type PortfolioCriteria } from './criteria.ts'

/**
 * Finds a page of the portfolio without reading the whole portfolio: totals are stored, a page is read from the closer
 * end of the list, and a text is searched only among this lender's borrowers or loan numbers. A sort reads all matches.
 * @param few up to this many matches are read and sorted; with more, the list is scanned in its order
 */
export function findPage(db: Queryable, criteria: PortfolioCriteria, few = usualFew): Promise<FoundPage> {
  const { name, loanNumber, status, sort } = criteria
  if (sort !== null) return findSorted(db, criteria)
  if (name === null && loanNumber === null) return findByStatus(db, criteria, few)
  if (status === null && loanNumber === null && name !== null)
    return findByText(db, { ...criteria, by: 'name', text: name }, few)
  if (status === null && name === null && loanNumber !== null)
    return findByText(db, { ...criteria, by: 'number', text: loanNumber }, few)
  return findBySeveral(db, criteria, few)
}
