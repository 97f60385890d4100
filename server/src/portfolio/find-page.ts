import type { Queryable } from '../platform/db/database.ts'
import { findByStatus } from './find-by-status.ts'
import { findByText } from './find-by-text.ts'
import type { FoundPage, Wanted } from './wanted.ts'

/**
 * Finds a page of the portfolio without reading the portfolio: totals are kept, a page is read from the nearer end, and
 * a text is looked for among the borrowers or loan numbers of this lender alone.
 */
export function findPage(db: Queryable, wanted: Wanted): Promise<FoundPage> {
  return wanted.name === null && wanted.loanNumber === null
    ? findByStatus(db, wanted)
    : findByText(db, wanted)
}
