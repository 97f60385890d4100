import type { Strategy, StrategyState } from '@pematang/contract/funding/auto/endpoints'
import type { StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import { outcomeFigures, reasonOfNothing } from './outcome-figures.ts'
import { reasonOf } from './reasons.ts'

export type StrategyRow = {
  id: string
  place: number | null
  state: StrategyState
  version: number
  terms: StrategyTerms
  createdAt: Date
  changedAt: Date
  placed: number
  fundings: number
  roundNumber: number | null
  ranAt: Date | null
  funded: number | null
  fundedAmount: number | null
  pending: number | null
  notFunded: number | null
  reason: string | null
}

/**
 * SQL for the amount that counts against the budget of the strategy `s` with the terms `v`: decided and not yet
 * ordered, pending, and signed fundings; if the strategy reinvests, only the unpaid principal of the signed ones.
 */
export const placedOfStrategy = `(
  select coalesce(sum(case when d.state = 'WAITING' then d.amount
                           when f.state = 'SETTLED' and (v.terms ->> 'reinvest')::boolean then coalesce(b.principal_due, f.amount)
                           else f.amount end), 0)::bigint as placed,
         count(f.id) as fundings
    from auto_decision d
    left join funding f on f.lender_id = d.lender_id and f.id = d.funding_id and f.state in ('WAITING', 'SETTLED')
    left join funding_balance b on b.lender_id = f.lender_id and b.funding_id = f.id
   where d.lender_id = s.lender_id and d.strategy_id = s.id and (d.state = 'WAITING' or f.id is not null))`

/** The strategies of a lender in the lender's own order, followed by the ended ones, newest first. */
export function findStrategies(
  db: Queryable,
  lenderId: number,
  { id, most = 40 }: { id?: string; most?: number } = {},
): Promise<StrategyRow[]> {
  return many<StrategyRow>(
    db,
    'funding.auto.strategies',
    `select s.id, s.place, s.state, s.version, v.terms, s.created_at as "createdAt", s.changed_at as "changedAt",
            p.placed, p.fundings, o.round_number as "roundNumber", o.ran_at as "ranAt", ${reasonOfNothing} as reason, figures.*
       from auto_strategy s
       join auto_strategy_version v on v.lender_id = s.lender_id and v.strategy_id = s.id and v.version = s.version
      cross join lateral ${placedOfStrategy} p
       left join lateral (
         select * from auto_outcome o where o.lender_id = s.lender_id and o.strategy_id = s.id
          order by o.round_number desc limit 1) o on true
       left join lateral ${outcomeFigures} figures on true
      where s.lender_id = $1 and ($2::uuid is null or s.id = $2)
      order by s.place, s.changed_at desc, s.id limit $3`,
    [lenderId, id ?? null, most],
  )
}

/** Serialises changes of a lender's strategies, which protects their number, names and order. */
export async function lockStrategies(tx: Queryable, lenderId: number): Promise<void> {
  await run(tx, 'funding.auto.lock', `select pg_advisory_xact_lock(hashtextextended('auto_strategy', $1))`, [
    lenderId,
  ])
}

export const toStrategy = (row: StrategyRow): Strategy => ({
  strategyId: row.id,
  place: row.place,
  state: row.state,
  ...row.terms,
  placed: row.placed,
  fundings: row.fundings,
  createdDate: row.createdAt.toISOString(),
  changedDate: row.changedAt.toISOString(),
  lastRun:
    row.roundNumber === null || row.ranAt === null
      ? null
      : {
          roundNumber: row.roundNumber,
          ranDate: row.ranAt.toISOString(),
          funded: row.funded ?? 0,
          fundedAmount: row.fundedAmount ?? 0,
          pending: row.pending ?? 0,
          notFunded: row.notFunded ?? 0,
          reason: row.reason === null ? null : reasonOf(row.reason),
        },
})
