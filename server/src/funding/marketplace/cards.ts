import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { many, type Queryable } from '../../platform/db/database.ts'
import { joinLoan, loanColumns, type LoanCard, toMarketplaceLoan } from './loan-card.ts'

/** The cards of these loans on the marketplace, in this order. A loan that was fully funded meanwhile is left out. */
export async function readCards(
  db: Queryable,
  loanIds: readonly (number | string)[],
): Promise<MarketplaceLoan[]> {
  const rows = await many<LoanCard>(
    db,
    'funding.marketplace.page',
    `select ${loanColumns} from unnest($1::bigint[]) with ordinality as page (loan_id, place) ${joinLoan}
      where p.listed order by page.place`,
    [loanIds],
  )
  return rows.map(toMarketplaceLoan)
}
