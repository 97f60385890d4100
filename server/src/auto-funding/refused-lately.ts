import type { RefusalCode } from '@pematang/contract/refusals'
import { mandateEnded } from '../funding/index.ts'
import { many, type Queryable } from '../platform/db/database.ts'
import type { LoanReason } from './allocation/outcomes.ts'
import type { OrderReason } from './reasons.ts'

/**
 * Refusals that let a strategy ask for the same loan again in the next round, since it looks at the cause itself: the
 * strategy and its limits, its mandate, the lender, and what is left of the loan.
 */
const seenByNextRound: readonly (RefusalCode | OrderReason | LoanReason)[] = [
  'STOPPED',
  'CHANGED',
  'LATE',
  'CASH',
  'BORROWER',
  'ALREADY_FUNDED',
  'MANDATE_MISSING',
  'MANDATE_LOAN_LIMIT',
  'MANDATE_BUDGET',
  'LENDER_SUSPENDED',
  'LENDER_CLOSED',
  'RISK_WARNING_UNACCEPTED',
  'LOAN_CLOSED',
  'FUNDING_BELOW_MINIMUM',
  'FUNDING_ABOVE_OUTSTANDING',
  'FUNDING_BAD_REMAINDER',
]

/**
 * The loans that each active strategy asked for in the last day and was refused, or whose signature came to nothing. It
 * pauses for them, so that no round repeats an order that fails; terms that were changed since are another try.
 */
export async function readRefusedLately(
  db: Queryable,
  loanIds: readonly number[],
): Promise<Map<string, number[]>> {
  const rows = await many<{ strategyId: string; loanIds: number[] }>(
    db,
    'auto.refused_lately',
    `select d.strategy_id as "strategyId", json_agg(distinct d.loan_id order by d.loan_id) as "loanIds"
       from auto_decision d
       join auto_strategy s on s.lender_id = d.lender_id and s.id = d.strategy_id and s.state = 'ACTIVE'
                           and s.version = d.strategy_version
       left join funding f on f.lender_id = d.lender_id and f.id = d.funding_id
      where d.loan_id = any($1)
        and (d.state = 'REFUSED' and d.refusal <> all($2) and d.ended_at > app_now() - interval '1 day'
             or f.state in ('REJECTED', 'EXPIRED') and f.end_reason is distinct from $3
                and f.ended_at > app_now() - interval '1 day')
      group by 1`,
    [loanIds, seenByNextRound, mandateEnded],
  )
  return new Map(rows.map((row) => [row.strategyId, row.loanIds]))
}
