import type { Queryable } from '../platform/db/database.ts'
import type { FoundPage, PortfolioCriteria } from './criteria.ts'
import { findByStatus } from './find-by-status.ts'
import { searchPage } from './searching/find.ts'

/**
 * Finds a page of the portfolio without reading it row by row: the list as it opens, and of a status that does not depend on
 * due dates, by stored totals and from the closer end; everything else in the packed columns (decision 0048).
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
