import type { Context } from '../../context.ts'
import { bulkQueue } from '../../documents/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Allocation } from './allocation/allocate.ts'
import type { LoanInput } from './allocation/input.ts'
import { insertOutcomes, outcomesOf } from './store-outcomes.ts'
import type { Unasked } from './read-input.ts'

/** The result of an attempt: a round, or the reason why there is none. */
export type Held =
  | { held: true; roundId: string; number: number; decisions: number; amount: number }
  | { held: false; because: 'ROUND_OPEN' | 'NOTHING_NEW' | 'OUTDATED' }

export type NewRound = {
  /** The number of the newest round when the input was read; 0 before the first round. */
  after: number
  decidedAt: Date
  input: Buffer
  inputSha256: Buffer
  resultSha256: Buffer
  loans: readonly LoanInput[]
  allocation: Allocation
  unasked: readonly Unasked[]
}

/**
 * Stores a round with its decisions and outcomes, and enqueues the ordering of its fundings. Only one round is open at
 * a time, and a round whose input was read before another was stored is refused as outdated.
 */
export const storeRound = mutation<Context, NewRound, Held>({
  operation: 'holdAutoFundingRound',
  permit: ['operator', 'system'],
  withoutSecondPair: 'it does what lenders’ strategies and mandates say',
  async run(tx, round, { context: { random } }) {
    const { allocation, decidedAt } = round
    await run(tx, 'funding.auto.lock_rounds', `select pg_advisory_xact_lock(hashtext('auto_round'))`)
    const { newest, isOpen } = await one<{ newest: number; isOpen: boolean }>(
      tx,
      'funding.auto.newest',
      `select coalesce((select max(number) from auto_round), 0) as newest,
              exists (select from auto_round where ended_at is null) as "isOpen"`,
    )
    if (isOpen) return { answer: { held: false, because: 'ROUND_OPEN' } }
    if (newest !== round.after) return { answer: { held: false, because: 'OUTDATED' } }
    const number = newest + 1
    const roundId = random.uuid()
    const decisions = allocation.given.length
    const amount = allocation.given.reduce((sum, given) => sum + given.amount, 0)
    await run(
      tx,
      'funding.auto.insert_round',
      `insert into auto_round (${columnNames(roundColumns)}, ended_at)
       select row.*, case when row.decisions = 0 then app_now() end from ${unnestRows(roundColumns)}`,
      manyRows(roundColumns, [
        {
          id: roundId,
          number,
          decidedAt,
          input: round.input,
          inputSha256: round.inputSha256,
          resultSha256: round.resultSha256,
          loans: round.loans.length,
          strategies: allocation.strategies.length + round.unasked.length,
          decisions,
          amount,
        },
      ]),
    )
    await insertDecisions(tx, roundId, allocation, random)
    await insertOutcomes(tx, { number, ranAt: decidedAt }, outcomesOf(round))
    await run(tx, 'funding.auto.looked', 'update auto_look set input_sha256 = $1', [round.inputSha256])
    if (decisions > 0)
      await enqueue(tx, [{ id: random.uuid(), kind: 'auto.fund', payload: { roundId }, queue: bulkQueue }])
    return {
      answer: { held: true, roundId, number, decisions, amount },
      subject: `auto-round:${roundId}`,
      detail: { number, decisions, amount },
    }
  },
})

const roundColumns = {
  id: 'uuid',
  number: 'integer',
  decidedAt: 'timestamptz',
  input: 'bytea',
  inputSha256: 'bytea',
  resultSha256: 'bytea',
  loans: 'integer',
  strategies: 'integer',
  decisions: 'integer',
  amount: 'bigint',
} as const

const decisionColumns = {
  lenderId: 'bigint',
  fundingId: 'uuid',
  strategyId: 'uuid',
  strategyVersion: 'integer',
  loanId: 'bigint',
  wanted: 'bigint',
  amount: 'bigint',
  place: 'integer',
  lineLength: 'integer',
} as const

async function insertDecisions(
  tx: Queryable,
  roundId: string,
  { given }: Allocation,
  random: Context['random'],
): Promise<void> {
  if (given.length === 0) return
  await run(
    tx,
    'funding.auto.insert_decisions',
    `insert into auto_decision (round_id, ${columnNames(decisionColumns)}, no)
     select $1, row.* from ${unnestRows(decisionColumns, 2, 'no')}`,
    [
      roundId,
      ...manyRows(decisionColumns, given, {
        lenderId: (decided) => decided.lenderId,
        fundingId: () => random.uuid(),
        strategyId: (decided) => decided.strategyId,
        strategyVersion: (decided) => decided.version,
        loanId: (decided) => decided.loanId,
        wanted: (decided) => decided.wanted,
        amount: (decided) => decided.amount,
        place: (decided) => decided.place,
        lineLength: (decided) => decided.lineLength,
      }),
    ],
  )
}
