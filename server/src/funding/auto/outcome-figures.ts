/**
 * What one strategy got in one round of automatic funding: numbers of loans, and the amount in whole rupiah. `funded`
 * includes the fundings that wait for a signature.
 */
export type OutcomeFigures = {
  funded: number
  fundedAmount: number
  /** Decided, but not yet ordered. */
  pending: number
  notFunded: number
}

/**
 * SQL for the current figures of the outcome `o`. Only fundings that are pending or signed count as funded, not refused
 * ones or those that ended without a signature.
 */
export const outcomeFigures = `(
  select coalesce(c.funded, 0) as funded, coalesce(c.amount, 0) as "fundedAmount", coalesce(c.pending, 0) as pending,
         o.not_funded + coalesce(c.failed, 0) as "notFunded"
    from (select count(*) filter (where f.state in ('WAITING', 'SETTLED'))::integer as funded,
                 sum(d.amount) filter (where f.state in ('WAITING', 'SETTLED'))::bigint as amount,
                 count(*) filter (where d.state = 'WAITING')::integer as pending,
                 count(*) filter (where d.state <> 'WAITING' and coalesce(f.state not in ('WAITING', 'SETTLED'), true))::integer as failed
            from auto_round r join auto_decision d on d.round_id = r.id and d.lender_id = o.lender_id
            left join funding f on f.lender_id = d.lender_id and f.id = d.funding_id
           where o.funded > 0 and r.number = o.round_number and d.strategy_id = o.strategy_id) c)`

/** SQL for why the outcome `o` funded nothing: its own reason, or that of most loans that matched. */
export const reasonOfNothing = `coalesce(o.reason, case when o.funded = 0 then (
  select key from jsonb_each_text(o.reasons) order by value::int desc, key limit 1) end)`
