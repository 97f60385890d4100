import type { RefusalParams } from '@pematang/contract/catalogue'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'

/** A round as shown to the operator. Whole rupiah. */
export type RoundRow = {
  roundId: string
  number: number
  decidedAt: Date
  endedAt: Date | null
  loans: number
  strategies: number
  decisions: number
  amount: number
  waiting: number
  /** Fundings that are pending or signed. */
  funded: number
  /** Orders that ended without a signature, or whose money was returned. */
  unsigned: number
  refused: number
}

const columns = `
  select r.id as "roundId", r.number, r.decided_at as "decidedAt", r.ended_at as "endedAt", r.loans, r.strategies,
         r.decisions, r.amount, n.waiting, n.funded, n.unsigned, n.refused
    from auto_round r cross join lateral (
      select count(*) filter (where d.state = 'WAITING')::integer as waiting,
             count(*) filter (where f.state in ('WAITING', 'SETTLED'))::integer as funded,
             count(*) filter (where f.state not in ('WAITING', 'SETTLED'))::integer as unsigned,
             count(*) filter (where d.state = 'REFUSED')::integer as refused
        from auto_decision d left join funding f on f.lender_id = d.lender_id and f.id = d.funding_id
       where d.round_id = r.id) n`

/** Rounds, the newest first; with `after` only those with a lower number. */
export const findRounds = (
  db: Queryable,
  { limit, after }: { limit: number; after?: number | undefined },
): Promise<RoundRow[]> =>
  many<RoundRow>(
    db,
    'funding.auto.rounds',
    `${columns} where ($1::bigint is null or r.number < $1) order by r.number desc limit $2`,
    [after ?? null, limit],
  )

export const findRound = (db: Queryable, number: number): Promise<RoundRow | undefined> =>
  maybe<RoundRow>(db, 'funding.auto.round', `${columns} where r.number = $1`, [number])

export const findKept = (
  db: Queryable,
  number: number,
): Promise<{ roundId: string; input: Buffer; inputSha256: Buffer; resultSha256: Buffer } | undefined> =>
  maybe(
    db,
    'funding.auto.kept_round',
    `select id as "roundId", input, input_sha256 as "inputSha256", result_sha256 as "resultSha256"
       from auto_round where number = $1`,
    [number],
  )

export type Decision = {
  no: number
  lenderId: number
  fundingId: string
  strategyId: string
  version: number
  loanId: number
  loanNumber: string
  wanted: number
  amount: number
  place: number
  lineLength: number
  state: 'WAITING' | 'FUNDED' | 'REFUSED'
  refusal: string | null
  tries: number
}

const decisionColumns = `select d.no, d.lender_id as "lenderId", d.funding_id as "fundingId", d.strategy_id as "strategyId",
  d.strategy_version as version, d.loan_id as "loanId", l.loan_number as "loanNumber", d.wanted, d.amount, d.place,
  d.line_length as "lineLength", d.state, d.refusal, d.tries
  from auto_decision d join loan l on l.id = d.loan_id`

/** Decisions of a round in order, after a given number. */
export const findDecisions = (
  db: Queryable,
  roundId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Decision[]> =>
  many<Decision>(
    db,
    'funding.auto.decisions',
    `${decisionColumns} where d.round_id = $1 and d.no > $2 order by d.no limit $3`,
    [roundId, after, limit],
  )

/** Decisions that are not ordered yet, without those that failed recently. */
export const waitingDecisions = (
  db: Queryable,
  roundId: string,
  { without, limit }: { without: readonly string[]; limit: number },
): Promise<Decision[]> =>
  many<Decision>(
    db,
    'funding.auto.waiting',
    `${decisionColumns} where d.round_id = $1 and d.state = 'WAITING' and d.funding_id <> all($2) order by d.no limit $3`,
    [roundId, without, limit],
  )

/** Identifies a decision by the funding that it orders. */
export type FundingKey = { lenderId: number; fundingId: string }

const keysOf = (keys: readonly FundingKey[]) => [
  keys.map(({ lenderId }) => lenderId),
  keys.map(({ fundingId }) => fundingId),
]

/**
 * Locks decisions until the end of the transaction.
 * @returns those that are still waiting
 */
export async function lockWaiting(tx: Queryable, orders: readonly FundingKey[]): Promise<Set<string>> {
  const rows = await many<{ fundingId: string }>(
    tx,
    'funding.auto.lock_decisions',
    `select d.funding_id as "fundingId" from auto_decision d, unnest($1::bigint[], $2::uuid[]) as o (lender_id, funding_id)
      where d.lender_id = o.lender_id and d.funding_id = o.funding_id and d.state = 'WAITING'
      order by d.lender_id, d.funding_id for update of d`,
    keysOf(orders),
  )
  return new Set(rows.map(({ fundingId }) => fundingId))
}

export type DecisionEnd = FundingKey & {
  refusal: string | null
  params: RefusalParams
}

const endColumns = { lenderId: 'bigint', fundingId: 'uuid', refusal: 'text', params: 'jsonb' } as const

export async function endDecisions(tx: Queryable, ends: readonly DecisionEnd[]): Promise<void> {
  await run(
    tx,
    'funding.auto.end_decisions',
    `update auto_decision d set state = case when row.refusal is null then 'FUNDED' else 'REFUSED' end,
            refusal = row.refusal, refusal_params = row.params, ended_at = app_now()
       from ${unnestRows(endColumns)}
      where d.lender_id = row.lender_id and d.funding_id = row.funding_id and d.state = 'WAITING'`,
    manyRows(endColumns, ends, {
      lenderId: ({ lenderId }) => lenderId,
      fundingId: ({ fundingId }) => fundingId,
      refusal: ({ refusal }) => refusal,
      params: ({ refusal, params }) => (refusal === null ? null : JSON.stringify(params)),
    }),
  )
}

export async function countFailures(tx: Queryable, failed: readonly FundingKey[]): Promise<void> {
  await run(
    tx,
    'funding.auto.count_failures',
    `update auto_decision d set tries = d.tries + 1 from unnest($1::bigint[], $2::uuid[]) as o (lender_id, funding_id)
      where d.lender_id = o.lender_id and d.funding_id = o.funding_id and d.state = 'WAITING'`,
    keysOf(failed),
  )
}

export const findOpen = (
  db: Queryable,
  roundId: string,
): Promise<{ roundId: string; isOver: boolean } | undefined> =>
  maybe(
    db,
    'funding.auto.open_round',
    `select id as "roundId", decided_at < app_now() - interval '24 hours' as "isOver"
       from auto_round where id = $1 and ended_at is null`,
    [roundId],
  )

/**
 * Marks a round as ended.
 * @returns false if a concurrent call already did
 */
export async function endRound(tx: Queryable, roundId: string): Promise<boolean> {
  const ended = await run(
    tx,
    'funding.auto.end_round',
    `update auto_round set ended_at = app_now() where id = $1 and ended_at is null
        and not exists (select from auto_decision where round_id = $1 and state = 'WAITING')`,
    [roundId],
  )
  return ended > 0
}

export const sumsOf = (
  tx: Queryable,
  roundId: string,
): Promise<{ funded: number; refused: number; amount: number }> =>
  one(
    tx,
    'funding.auto.sums',
    `select count(*) filter (where state = 'FUNDED')::integer as funded, count(*) filter (where state = 'REFUSED')::integer as refused,
            coalesce(sum(amount) filter (where state = 'FUNDED'), 0)::bigint as amount
       from auto_decision where round_id = $1`,
    [roundId],
  )
