import { many, type Queryable, run } from '../../platform/db/database.ts'
import type { OrderReason } from './reasons.ts'
import type { FundingKey } from './round-store.ts'

/**
 * Locks the strategies of these lenders against changes until the end of the transaction. The lock is shared, so orders
 * of several rounds or batches do not wait for each other.
 */
export async function lockUnchanged(tx: Queryable, lenderIds: readonly number[]): Promise<void> {
  await run(
    tx,
    'funding.auto.lock_unchanged',
    `select pg_advisory_xact_lock_shared(hashtextextended('auto_strategy', id))
       from (select distinct unnest($1::bigint[]) as id order by 1) lender`,
    [lenderIds],
  )
}

/**
 * Why decisions are no longer carried out, by the ids of their fundings: the strategy is not active, or changed since
 * the decision. The caller has locked the strategies, and the cash accounts, which a suspension locks too.
 */
export async function findStopped(
  tx: Queryable,
  orders: readonly FundingKey[],
): Promise<Map<string, StoppedReason>> {
  const rows = await many<{ fundingId: string; reason: StoppedReason }>(
    tx,
    'funding.auto.stopped',
    `select d.funding_id as "fundingId",
            case when l.state = 'CLOSED' then 'LENDER_CLOSED' when l.state <> 'ACTIVE' then 'LENDER_SUSPENDED'
                 when s.state <> 'ACTIVE' then 'STOPPED' else 'CHANGED' end as reason
       from unnest($1::bigint[], $2::uuid[]) as o (lender_id, funding_id)
       join auto_decision d using (lender_id, funding_id)
       join auto_strategy s on s.lender_id = d.lender_id and s.id = d.strategy_id
       join lender l on l.id = d.lender_id
      where l.state <> 'ACTIVE' or s.state <> 'ACTIVE' or s.version <> d.strategy_version`,
    [orders.map(({ lenderId }) => lenderId), orders.map(({ fundingId }) => fundingId)],
  )
  return new Map(rows.map(({ fundingId, reason }) => [fundingId, reason]))
}

type StoppedReason = Extract<OrderReason, 'STOPPED' | 'CHANGED'> | 'LENDER_SUSPENDED' | 'LENDER_CLOSED'
