import type { Queryable } from '../platform/db/database.ts'
import { findBySeveral } from './find-by-several.ts'
import { findByStatus } from './find-by-status.ts'
import { findByText } from './find-by-text.ts'
import { type FoundPage, few as usualFew, type Wanted } from './wanted.ts'

/**
 * Finds a page of the portfolio without reading the portfolio: totals are kept, a page is read from the nearer end, and
 * a text is looked for among the borrowers or loan numbers of this lender alone.
 * @param few so many matches are taken in hand and sorted, of more the list is walked
 */
export function findPage(db: Queryable, wanted: Wanted, few = usualFew): Promise<FoundPage> {
  const { name, loanNumber, status } = wanted
  if (name === null && loanNumber === null) return findByStatus(db, wanted, few)
  if (status === null && loanNumber === null && name !== null)
    return findByText(db, { ...wanted, by: 'name', text: name }, few)
  if (status === null && name === null && loanNumber !== null)
    return findByText(db, { ...wanted, by: 'number', text: loanNumber }, few)
  return findBySeveral(db, wanted, few)
}
