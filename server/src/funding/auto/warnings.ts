import type { AutoFundingReason } from '@pematang/contract/funding/auto/endpoints'
import { one, type Queryable } from '../../platform/db/database.ts'
import { mandatesInForce } from '../mandate/index.ts'
import { reasonOf } from './reasons.ts'
import type { StrategyRow } from './strategy-store.ts'

type Facts = {
  /** Available cash in whole rupiah. */
  cash: number
  /** The smallest minimum of a loan that is open now; null without one. */
  minimum: number | null
  /** What the mandate leaves; null without one in force. */
  mandateLeft: number | null
}

/**
 * A function that finds why a strategy cannot fund any loan as things are; null where it can, and for one that is not
 * active.
 */
export async function findWarnings(
  db: Queryable,
  lenderId: number,
): Promise<(strategy: StrategyRow) => AutoFundingReason | null> {
  const [mandates, facts] = await Promise.all([mandatesInForce(db, [lenderId]), readFacts(db, lenderId)])
  const mandate = mandates.get(lenderId)
  const mandateLeft = mandate ? mandate.totalBudget - mandate.placed : null
  return (strategy) => {
    const code = strategy.state === 'ACTIVE' ? warningOf(strategy, { ...facts, mandateLeft }) : null
    return code === null ? null : reasonOf(code)
  }
}

function warningOf({ terms, placed }: StrategyRow, { cash, minimum, mandateLeft }: Facts): string | null {
  if (mandateLeft === null) return 'NO_MANDATE'
  const least = minimum ?? 1
  if (mandateLeft < least) return 'MANDATE_BUDGET'
  if (terms.budget - placed < least) return 'BUDGET'
  if (terms.perLoan.kind === 'FIXED' && terms.perLoan.amount < least) return 'BELOW_MINIMUM'
  return cash - terms.cashToKeep < least ? 'CASH' : null
}

const readFacts = (db: Queryable, lenderId: number): Promise<Pick<Facts, 'cash' | 'minimum'>> =>
  one(
    db,
    'funding.auto.warning_facts',
    `select a.balance - a.held as cash,
            (select min(p.minimum) from loan_position p
              where p.status = 'OFFERED' and p.alone and p.total > p.funded + p.reserved
                and business_day(app_now()) between p.offer_from and p.offer_until) as minimum
       from account a where a.kind = 'LENDER_CASH' and a.owner_id = $1`,
    [lenderId],
  )
