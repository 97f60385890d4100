import type { RunLoan, StrategyRun, StrategyRunDetail } from '@pematang/contract/funding/auto/endpoints'
import type { RefusalParams } from '@pematang/contract/catalogue'
import type { Context } from '../../context.ts'
import type { FundingState } from '../single/index.ts'
import { many, maybe, one, type Queryable } from '../../platform/db/database.ts'
import { paginate } from '../../platform/pagination.ts'
import { required } from '../../platform/refusal.ts'
import { type OutcomeFigures, outcomeFigures, reasonOfNothing } from './outcome-figures.ts'
import { reasonOf } from './reasons.ts'
import { findOne } from './strategies.ts'

type RunRow = OutcomeFigures & {
  roundNumber: number
  ranAt: Date
  reason: string | null
}

const columns = `o.round_number as "roundNumber", o.ran_at as "ranAt", ${reasonOfNothing} as reason, figures.*`
const outcomes = `auto_outcome o cross join lateral ${outcomeFigures} figures`

/**
 * The rounds that considered a strategy of this lender, newest first.
 * @throws Refusal STRATEGY_NOT_FOUND
 */
export async function listStrategyRuns(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
  { strategyId, page, limit }: { strategyId: string; page: number; limit: number },
) {
  const { id } = await findOne(db, lenderId, strategyId)
  const [{ runs }, rows] = await Promise.all([
    one<{ runs: number }>(
      db,
      'funding.auto.count_runs',
      'select count(*)::integer as runs from auto_outcome where lender_id = $1 and strategy_id = $2',
      [lenderId, id],
    ),
    many<RunRow>(
      db,
      'funding.auto.runs',
      `select ${columns} from ${outcomes} where o.lender_id = $1 and o.strategy_id = $2
        order by o.round_number desc limit $3 offset $4`,
      [lenderId, id, limit, (page - 1) * limit],
    ),
  ])
  return { list: rows.map(toRun), pagination: paginate(runs, { page, limit }) }
}

/**
 * A loan without an allocation, as stored in the outcome: id, demand, place in the queue, length of the queue, reason.
 */
export type KeptLine = [
  loanId: number,
  wanted: number,
  place: number | null,
  lineLength: number,
  reason: string,
]

/**
 * The result of one round for a strategy, loan by loan.
 * @throws Refusal STRATEGY_NOT_FOUND, NOT_FOUND for a round that did not consider it
 */
export async function getStrategyRun(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
  { strategyId, roundNumber }: { strategyId: string; roundNumber: number },
): Promise<StrategyRunDetail> {
  const { id } = await findOne(db, lenderId, strategyId)
  const run = required(
    await maybe<RunRow & { lines: KeptLine[]; reasons: Record<string, number> }>(
      db,
      'funding.auto.run',
      `select ${columns}, o.lines, o.reasons from ${outcomes}
        where o.lender_id = $1 and o.strategy_id = $2 and o.round_number = $3`,
      [lenderId, id, roundNumber],
    ),
    'NOT_FOUND',
  )
  const [given, others] = await Promise.all([
    findGiven(db, lenderId, { strategyId: id, roundNumber }),
    namesOf(
      db,
      run.lines.map(([loanId]) => loanId),
    ),
  ])
  return {
    ...toRun(run),
    loans: [
      ...given.map(toGiven),
      ...run.lines.map(([loanId, wanted, place, lineLength, reason]) => ({
        ...required(others.get(loanId), 'INTERNAL'),
        wanted,
        amount: 0,
        place,
        lineLength,
        state: null,
        reason: reasonOf(reason),
      })),
    ],
    reasons: Object.entries(run.reasons).map(([code, loans]) => ({ ...reasonOf(code), loans })),
  }
}

type Given = {
  loanNumber: string
  borrowerName: string
  wanted: number
  amount: number
  place: number
  lineLength: number
  state: FundingState | null
  endReason: string | null
  refusal: string | null
  refusalParams: RefusalParams | null
}

const findGiven = (
  db: Queryable,
  lenderId: number,
  { strategyId, roundNumber }: { strategyId: string; roundNumber: number },
): Promise<Given[]> =>
  many<Given>(
    db,
    'funding.auto.run_given',
    `select l.loan_number as "loanNumber", b.name as "borrowerName", d.wanted, d.amount, d.place,
            d.line_length as "lineLength", f.state, f.end_reason as "endReason", d.refusal,
            d.refusal_params as "refusalParams"
       from auto_round r join auto_decision d on d.round_id = r.id
       join loan l on l.id = d.loan_id join borrower b on b.id = l.borrower_id
       left join funding f on f.lender_id = d.lender_id and f.id = d.funding_id
      where r.number = $3 and d.lender_id = $1 and d.strategy_id = $2 order by d.no`,
    [lenderId, strategyId, roundNumber],
  )

const toGiven = ({ refusal, refusalParams, endReason, ...given }: Given): RunLoan => {
  const ended = given.state === 'WAITING' || given.state === 'SETTLED' ? null : given.state
  const code = refusal ?? endReason ?? ended
  return { ...given, reason: code === null ? null : reasonOf(code, refusalParams ?? {}) }
}

async function namesOf(db: Queryable, loanIds: readonly number[]) {
  const rows = await many<{ loanId: number; loanNumber: string; borrowerName: string }>(
    db,
    'funding.auto.loan_names',
    `select l.id as "loanId", l.loan_number as "loanNumber", b.name as "borrowerName"
       from loan l join borrower b on b.id = l.borrower_id where l.id = any($1)`,
    [loanIds],
  )
  return new Map(rows.map(({ loanId, ...names }) => [loanId, names]))
}

const toRun = ({ ranAt, reason, roundNumber, ...row }: RunRow): StrategyRun => ({
  roundNumber,
  funded: row.funded,
  fundedAmount: row.fundedAmount,
  pending: row.pending,
  notFunded: row.notFunded,
  ranDate: ranAt.toISOString(),
  reason: reason === null ? null : reasonOf(reason),
})
