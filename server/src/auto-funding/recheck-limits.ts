import type { StrategyTerms } from '@pematang/contract/auto-funding/strategy'
import { many, type Queryable } from '../platform/db/database.ts'
import type { LoanReason } from './allocation/outcomes.ts'
import type { FundingKey } from './round-store.ts'

type LimitReason = Extract<LoanReason, 'CASH' | 'BORROWER' | 'ALREADY_FUNDED'>

type Row = FundingKey & {
  borrowerId: number
  amount: number
  terms: StrategyTerms
  /** Available cash of the lender. */
  cash: number
  /** What the lender has with the borrower and in the loan, by whatever way it was funded. */
  withBorrower: number
  inLoan: number
}

/**
 * Why decisions would go beyond a limit of their strategy, by the ids of their fundings: since the round the lender may have
 * funded by hand or taken cash out. Of several orders the earlier ones count as placed. The caller has locked the cash
 * accounts, so that nothing is placed meanwhile.
 */
export async function findBeyondLimits(
  tx: Queryable,
  orders: readonly FundingKey[],
): Promise<Map<string, LimitReason>> {
  if (orders.length === 0) return new Map()
  const rows = await many<Row>(
    tx,
    'auto.limits_now',
    `select d.lender_id as "lenderId", d.funding_id as "fundingId", l.borrower_id as "borrowerId", d.amount, v.terms,
            a.balance - a.held as cash, own."withBorrower", own."inLoan"
       from unnest($1::bigint[], $2::uuid[]) with ordinality as o (lender_id, funding_id, place)
       join auto_decision d using (lender_id, funding_id)
       join auto_strategy_version v on v.lender_id = d.lender_id and v.strategy_id = d.strategy_id
                                   and v.version = d.strategy_version
       join loan l on l.id = d.loan_id join account a on a.kind = 'LENDER_CASH' and a.owner_id = d.lender_id
      cross join lateral (
        select coalesce(sum(has.amount), 0)::bigint as "withBorrower",
               coalesce(sum(has.amount) filter (where has.loan_id = d.loan_id), 0)::bigint as "inLoan"
          from (select p.loan_id, coalesce(b.principal_due, f.amount) as amount
                  from portfolio_row p join funding f on f.lender_id = p.lender_id and f.id = p.funding_id and f.state = 'SETTLED'
                  left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
                 where p.lender_id = d.lender_id and p.borrower_id = l.borrower_id
                 union all
                select f.loan_id, f.amount from funding f join loan other on other.id = f.loan_id
                 where f.lender_id = d.lender_id and f.state = 'WAITING' and other.borrower_id = l.borrower_id
                 union all
                select w.loan_id, w.amount from bulk_funding_loan w join loan other on other.id = w.loan_id
                 where w.lender_id = d.lender_id and w.state = 'WAITING' and other.borrower_id = l.borrower_id) has
      ) own
      order by o.place`,
    [orders.map(({ lenderId }) => lenderId), orders.map(({ fundingId }) => fundingId)],
  )
  const found = new Map<string, LimitReason>()
  const placed = new Map<string, number>()
  for (const row of rows) {
    const [lender, borrower] = [`${row.lenderId}`, `${row.lenderId} ${row.borrowerId}`]
    const [spent, lent] = [placed.get(lender) ?? 0, placed.get(borrower) ?? 0]
    // Without the cash it is refused like any funding.
    if (row.amount > row.cash - spent) continue
    const reason = limitAgainst(row, { spent, lent })
    if (reason) {
      found.set(row.fundingId, reason)
      continue
    }
    placed.set(lender, spent + row.amount)
    placed.set(borrower, lent + row.amount)
  }
  return found
}

/** @param before what earlier orders of the lender take, in all and with the same borrower */
function limitAgainst(
  { terms, amount, cash, withBorrower, inLoan }: Row,
  before: { spent: number; lent: number },
): LimitReason | null {
  const { cashToKeep, mostPerBorrower, perLoan } = terms
  if (amount > cash - before.spent - cashToKeep) return 'CASH'
  if (mostPerBorrower !== null && withBorrower + before.lent + amount > mostPerBorrower) return 'BORROWER'
  // A share of the portfolio is not worked out anew: it was that of the decision, and the portfolio may since have moved.
  return perLoan.kind === 'FIXED' && inLoan + amount > perLoan.amount ? 'ALREADY_FUNDED' : null
}
