import type { Queryable } from '../../platform/db/database.ts'
import type { FoundPage, PortfolioCriteria } from './criteria.ts'
import { findByStatus } from './find-by-status.ts'
import { searchPage } from './search.ts'

/**
 * Finds a page of the portfolio. The unfiltered list, and the list of a status that does not depend on due dates, use
 * stored totals and an index; every other list reads all fundings of the lender.
 */
export function findPage(db: Queryable, criteria: PortfolioCriteria): Promise<FoundPage> {
  const { name, loanNumber, status, sort } = criteria
  return name !== null ||
    loanNumber !== null ||
    sort !== null ||
    status === 'ACTIVE' ||
    status === 'LATE' ||
    status === 'RESTRUCTURE'
    ? searchPage(db, criteria)
    : findByStatus(db, { ...criteria, status })
}
