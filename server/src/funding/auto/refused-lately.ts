import type { RefusalCode } from '@pematang/contract/catalogue'
import { mandateEnded } from '../single/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { LoanReason } from './allocation/outcomes.ts'
import type { OrderReason } from './reasons.ts'

/**
 * Refusals after which a strategy may try the same loan in the next round, because the round checks their cause itself:
 * the strategy and its limits, the mandate, the lender, and the remainder of the loan.
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
  'LOAN_TAKEN',
  'FUNDING_BELOW_MINIMUM',
  'FUNDING_ABOVE_OUTSTANDING',
  'FUNDING_BAD_REMAINDER',
]

/**
 * The loans that refused each active strategy in the last day, or whose signature failed. The strategy skips them, so
 * that rounds do not repeat a failing order; changed terms end the pause.
 */
export async function readRefusedLately(
  db: Queryable,
  loanIds: readonly number[],
): Promise<Map<string, number[]>> {
  const rows = await many<{ strategyId: string; loanIds: number[] }>(
    db,
    'funding.auto.refused_lately',
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
