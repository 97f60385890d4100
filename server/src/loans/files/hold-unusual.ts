import type { Outcome } from '../../platform/refusal.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Config } from '../../platform/settings/config.ts'
import { type LineOutcome, Unconfirmed } from '../../operator/files/index.ts'
import { type Asked, unusualReasons } from './unusual-reasons.ts'

/**
 * Decides the rows of a file together. With `asks`, possible but unusual rows are refused until the operator confirms
 * them, unless they were recorded before.
 */
export async function decideRows<Row, Answer>(
  { db, config }: { db: Database; config: Config },
  rows: readonly Row[],
  how: {
    asks: boolean | undefined
    isKnown: (row: Row) => boolean
    asked: (row: Row) => Asked
    decide: (rows: readonly Row[]) => Promise<Outcome<Answer>[]>
    outcomeOf: (row: Row, outcome: Outcome<Answer>) => LineOutcome
  },
): Promise<LineOutcome[]> {
  const reasons = how.asks ? await unusualReasons(db, config, rows.map(how.asked)) : []
  const held = rows.map((row, place) => (how.isKnown(row) ? null : (reasons[place] ?? null)))
  const taken = rows.filter((_, place) => held[place] === null)
  const outcomes = (taken.length > 0 ? await how.decide(taken) : []).values()
  return rows.map((row, place) => {
    const reason = held[place]
    if (reason) return { error: new Unconfirmed(reason) }
    const outcome = outcomes.next().value
    if (!outcome) throw new Error('a line was not decided')
    return how.outcomeOf(row, outcome)
  })
}
