import { type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { KeptLine } from './runs.ts'
import type { Allocation } from './allocation/allocate.ts'
import type { LoanInput } from './allocation/input.ts'
import type { Unasked } from './read-input.ts'

type Outcome = {
  lenderId: number
  strategyId: string
  funded: number
  fundedAmount: number
  notFunded: number
  reason: string | null
  lines: readonly KeptLine[]
  reasons: Readonly<Record<string, number>>
}

type Decided = {
  allocation: Allocation
  unasked: readonly Unasked[]
  loans: readonly LoanInput[]
}

/** Builds the result of a round for each strategy, including those that took no part. */
export function outcomesOf({ allocation, unasked, loans }: Decided): Outcome[] {
  const given = Map.groupBy(allocation.given, ({ strategyId }) => strategyId)
  const asked = allocation.strategies.map(({ lenderId, strategy }, place): Outcome => {
    const own = given.get(strategy.id) ?? []
    const reasons = allocation.outcomes.counts(place)
    const notFunded = Object.values(reasons).reduce((sum, count) => sum + count, 0)
    return {
      lenderId,
      strategyId: strategy.id,
      funded: own.length,
      fundedAmount: own.reduce((sum, { amount }) => sum + amount, 0),
      notFunded,
      reason: own.length + notFunded === 0 ? 'NO_MATCH' : null,
      lines: allocation.outcomes
        .notGiven(place)
        .map(
          (line): KeptLine => [
            loans[line.loan]?.id ?? 0,
            line.wanted,
            line.place === 0 ? null : line.place,
            allocation.lineLengths[line.loan] ?? 0,
            line.reason,
          ],
        ),
      reasons,
    }
  })
  const none = { funded: 0, fundedAmount: 0, notFunded: 0, lines: [], reasons: {} }
  return [...asked, ...unasked.map((one) => ({ ...one, ...none }))]
}

const outcomeColumns = {
  lenderId: 'bigint',
  strategyId: 'uuid',
  funded: 'integer',
  fundedAmount: 'bigint',
  notFunded: 'integer',
  reason: 'text',
  lines: 'jsonb',
  reasons: 'jsonb',
} as const

const chunk = 5_000

/**
 * Stores outcomes. One that funded nothing and equals the previous outcome replaces it, so that they do not accumulate.
 */
export async function insertOutcomes(
  tx: Queryable,
  { number, ranAt }: { number: number; ranAt: Date },
  outcomes: readonly Outcome[],
): Promise<void> {
  for (let from = 0; from < outcomes.length; from += chunk) {
    const part = outcomes.slice(from, from + chunk)
    await run(
      tx,
      'funding.auto.insert_outcomes',
      `with fresh as (
         select * from ${unnestRows(outcomeColumns, 3)}
       ), gone as (
         delete from auto_outcome o using fresh f
          where o.lender_id = f.lender_id and o.strategy_id = f.strategy_id and o.funded = 0 and f.funded = 0
            and o.reason is not distinct from f.reason and o.lines = f.lines and o.reasons = f.reasons
            and o.round_number = (select max(round_number) from auto_outcome last
                                   where last.lender_id = f.lender_id and last.strategy_id = f.strategy_id)
       )
       insert into auto_outcome (round_number, ran_at, ${columnNames(outcomeColumns)})
       select $1, $2, * from fresh`,
      [
        number,
        ranAt,
        ...manyRows(outcomeColumns, part, {
          lenderId: (outcome) => outcome.lenderId,
          strategyId: (outcome) => outcome.strategyId,
          funded: (outcome) => outcome.funded,
          fundedAmount: (outcome) => outcome.fundedAmount,
          notFunded: (outcome) => outcome.notFunded,
          reason: (outcome) => outcome.reason,
          lines: (outcome) => JSON.stringify(outcome.lines),
          reasons: (outcome) => JSON.stringify(outcome.reasons),
        }),
      ],
    )
  }
}
