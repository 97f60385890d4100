import type { StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { LoanReason } from './allocation/outcomes.ts'
import type { FundingKey } from './round-store.ts'

type LimitReason = Extract<LoanReason, 'CASH' | 'BORROWER' | 'ALREADY_FUNDED'>

type Row = FundingKey & {
  borrowerId: number
  amount: number
  terms: StrategyTerms
  cash: number
  /** The lender's amounts with the borrower and in the loan, including all kinds of fundings. */
  withBorrower: number
  inLoan: number
}

/**
 * Why decisions would now exceed a limit of their strategy, by the ids of their fundings: the lender may have funded by
 * hand or withdrawn cash since the round. Earlier orders count as placed. The caller has locked the cash accounts, so
 * the figures cannot change meanwhile.
 */
export async function findBeyondLimits(
  tx: Queryable,
  orders: readonly FundingKey[],
): Promise<Map<string, LimitReason>> {
  if (orders.length === 0) return new Map()
  const rows = await many<Row>(
    tx,
    'funding.auto.limits_now',
    `with asked as (
       select o.place, d.lender_id, d.funding_id, d.loan_id, d.amount, l.borrower_id, v.terms
         from unnest($1::bigint[], $2::uuid[]) with ordinality as o (lender_id, funding_id, place)
         join auto_decision d using (lender_id, funding_id)
         join auto_strategy_version v on v.lender_id = d.lender_id and v.strategy_id = d.strategy_id
                                     and v.version = d.strategy_version
         join loan l on l.id = d.loan_id
     ), has as materialized (
       select f.lender_id, l.borrower_id, l.id as loan_id, coalesce(b.principal_due, f.amount) as amount
         from loan l join holding f on f.loan_id = l.id and f.lender_id = any($1) and f.state in ('WAITING', 'SETTLED')
         left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
        where l.borrower_id in (select borrower_id from asked)
        union all
       select w.lender_id, l.borrower_id, l.id, w.amount
         from bulk_funding_loan w join loan l on l.id = w.loan_id
        where w.state = 'WAITING' and w.lender_id = any($1) and l.borrower_id in (select borrower_id from asked)
     )
     select o.lender_id as "lenderId", o.funding_id as "fundingId", o.borrower_id as "borrowerId", o.amount, o.terms,
            a.balance - a.held as cash, own."withBorrower", own."inLoan"
       from asked o join account a on a.kind = 'LENDER_CASH' and a.owner_id = o.lender_id
      cross join lateral (
        select coalesce(sum(has.amount), 0)::bigint as "withBorrower",
               coalesce(sum(has.amount) filter (where has.loan_id = o.loan_id), 0)::bigint as "inLoan"
          from has where has.lender_id = o.lender_id and has.borrower_id = o.borrower_id
      ) own
      order by o.place`,
    [orders.map(({ lenderId }) => lenderId), orders.map(({ fundingId }) => fundingId)],
  )
  const found = new Map<string, LimitReason>()
  const placed = new Map<string, number>()
  for (const row of rows) {
    const [lender, borrower] = [`${row.lenderId}`, `${row.lenderId} ${row.borrowerId}`]
    const [spent, lent] = [placed.get(lender) ?? 0, placed.get(borrower) ?? 0]
    // An order that exceeds the cash is refused later, as for any funding.
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

/**
 * The reason why an order exceeds a limit; null if it does not.
 * @param before the sums of the lender's earlier orders, in total and with the same borrower
 */
function limitAgainst(
  { terms, amount, cash, withBorrower, inLoan }: Row,
  before: { spent: number; lent: number },
): LimitReason | null {
  const { cashToKeep, mostPerBorrower, perLoan } = terms
  if (amount > cash - before.spent - cashToKeep) return 'CASH'
  if (mostPerBorrower !== null && withBorrower + before.lent + amount > mostPerBorrower) return 'BORROWER'
  // A share of the portfolio is not recomputed, because the portfolio may have changed since the decision.
  return perLoan.kind === 'FIXED' && inLoan + amount > perLoan.amount ? 'ALREADY_FUNDED' : null
}
