import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import { many, type Queryable } from '../../../platform/db/database.ts'
import { parametersOf, readChoice } from './choice.ts'
import { gradeFits, interestFits, leftFits, ownerFits, tenorFits, typeFits } from './fits.ts'

const mostCounted = 1_000

/**
 * The matching loans that were opened for funding between two times, at most a thousand. Further ones are found the
 * next time.
 */
export async function findNewMatches(
  db: Queryable,
  lenderId: number,
  filters: MarketplaceFilters,
  { since, until }: { since: Date; until: Date },
): Promise<number[]> {
  const rows = await many<{ loanId: number }>(
    db,
    'funding.marketplace.new_matches',
    `select m.loan_id as "loanId" from listing_entry m join loan_position p on p.loan_id = m.loan_id
      where m.by_newest > -$13::bigint and m.by_newest <= -$12::bigint and m.until = 9007199254740991
        and ${typeFits} and ${gradeFits} and ${tenorFits} and ${interestFits} and ${leftFits} and ${ownerFits}
        and p.listed and business_day(app_now()) between p.offer_from and p.offer_until
      order by m.by_newest limit $14`,
    [...parametersOf(readChoice(filters), lenderId), since.getTime(), until.getTime(), mostCounted],
  )
  return rows.map(({ loanId }) => loanId)
}
