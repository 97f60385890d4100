import { addDays, addMonths, type BusinessDate, startOfDay } from '@pematang/contract/format/business-date'
import { statementNumber } from '@pematang/contract/format/reference-number'
import type { Context } from '../../context.ts'
import { notifyLender } from '../../lenders/index.ts'
import { many, run } from '../../platform/db/database.ts'
import { mutation } from '../../platform/commands/command.ts'
import type { ActorOf } from '../../platform/audit/audit.ts'
import { perform } from '../../platform/commands/perform.ts'
import { endingOf } from './account-file.ts'
import { movementsOf } from './movements.ts'
import { periodOf } from './period.ts'
import { lentOf } from './portfolio.ts'
import { endsBefore, insertStatement, type MadeStatement } from './store.ts'
import { Tally } from './tally.ts'

/**
 * Stores a statement that was computed before the transaction, and notifies the lender if it is not empty. An existing
 * statement of the month stays unchanged.
 */
export const issueStatement = mutation<Context, MadeStatement, { number: string; issued: boolean }>({
  operation: 'issueStatement',
  permit: ['operator', 'system'],
  withoutSecondPair: 'it writes down what the books say',
  async run(tx, made, { context }) {
    const { lenderId, month, figures, sha256 } = made
    const issued = await insertStatement(tx, made)
    const isEmpty = figures.movements === 0 && figures.closing === 0 && lentOf(made.portfolio) === 0
    if (issued && !isEmpty) {
      const to = { lenderId, id: context.random.uuid() }
      await notifyLender(tx, to, 'STATEMENT_READY', { month: month.slice(0, 7) })
    }
    const number = statementNumber(made.id)
    return {
      answer: { number, issued },
      subject: `statement:${lenderId}:${month.slice(0, 7)}`,
      detail: { issued, number, ...figures, sha256: sha256.toString('hex') },
    }
  },
})

/** Records that every lender has the statement of a month, unless one is still missing. */
const completeMonth = mutation<Context, { month: BusinessDate }, { statements: number }>({
  operation: 'completeStatements',
  permit: ['operator', 'system'],
  withoutSecondPair: 'it writes down what the books say',
  async run(tx, { month }) {
    const completed = await run(
      tx,
      'reports.statements.complete',
      `insert into statement_month (month, statements)
       select $1, (select count(*) from statement where month = $1)
        where not exists (
          select from lender l where l.created_at < $2 and not l.is_member
             and not exists (select from statement s where s.lender_id = l.id and s.month = $1))
       on conflict do nothing`,
      [month, startOfDay(addMonths(month, 1))],
    )
    return { answer: { statements: completed }, subject: `statements:${month.slice(0, 7)}` }
  },
})

/** Computes the statement of a lender and month. It begins at the line where the previous statement ended. */
export async function makeStatement(
  { db, random }: Pick<Context, 'db' | 'random'>,
  lenderId: number,
  month: BusinessDate,
): Promise<MadeStatement> {
  const to = addDays(addMonths(month, 1), -1)
  const begins = await endsBefore(db, lenderId, month)
  const period = await periodOf(db, lenderId, { from: month, to, begins })
  const tally = new Tally(period)
  for await (const movement of movementsOf(db, lenderId, period.spans)) tally.add(movement)
  const ending = await endingOf(db, period, tally)
  return { lenderId, id: random.uuid(), month, spans: period.spans, ...ending }
}

export type Issued = { issued: number; failed: number }

/** Lenders per query. */
const page = 200

/**
 * Issues the missing statements of the months whose last day is closed, the oldest month first. If the statement of a
 * lender fails, the others continue: the failure is logged and retried the next time, and that lender's later months
 * wait for it.
 */
export async function issueDueStatements(
  context: Context,
  { actor, signal }: { actor: ActorOf<'operator' | 'system'>; signal?: AbortSignal } = {
    actor: { kind: 'system' },
  },
): Promise<Issued> {
  const round: Round = { context, actor, signal, total: { issued: 0, failed: 0 }, behind: new Set() }
  for (const month of await openMonths(context)) {
    for (let after = 0; ; ) {
      const lenders = await missing(context, month, after)
      for (const lenderId of lenders) {
        if (signal?.aborted) return round.total
        if (!round.behind.has(lenderId)) await issueOne(round, lenderId, month)
      }
      after = lenders.at(-1) ?? 0
      if (lenders.length < page) break
    }
    if (round.behind.size === 0) await perform(context, completeMonth, { actor, input: { month } })
  }
  return round.total
}

/** One round of issuing. `behind` are the lenders for whom a statement failed in it. */
type Round = {
  context: Context
  actor: ActorOf<'operator' | 'system'>
  signal: AbortSignal | undefined
  total: Issued
  behind: Set<number>
}

async function issueOne({ context, actor, total, behind }: Round, lenderId: number, month: BusinessDate) {
  try {
    const made = await makeStatement(context, lenderId, month)
    const { issued } = await perform(context, issueStatement, { actor, input: made })
    if (issued) total.issued += 1
  } catch (error) {
    behind.add(lenderId)
    total.failed += 1
    context.log.error({ err: error, lenderId, month }, 'the statement of a lender was not issued')
  }
}

/** The months whose last day is closed and that may lack statements, the oldest first. */
async function openMonths({ db }: Pick<Context, 'db'>): Promise<BusinessDate[]> {
  const rows = await many<{ month: BusinessDate }>(
    db,
    'reports.statements.open_months',
    `select date_trunc('month', date)::date as month from day_close d
      where extract(day from date + 1) = 1
        and not exists (select from statement_month m where m.month = date_trunc('month', d.date)::date)
      order by date`,
  )
  return rows.map(({ month }) => month)
}

/** Lenders without the statement of a month who were registered by its end. */
async function missing({ db }: Pick<Context, 'db'>, month: BusinessDate, after: number): Promise<number[]> {
  const rows = await many<{ id: number }>(
    db,
    'reports.statements.missing',
    `select l.id from lender l
      where l.id > $3 and l.created_at < $2 and not l.is_member
        and not exists (select from statement s where s.lender_id = l.id and s.month = $1)
      order by l.id limit $4`,
    [month, startOfDay(addMonths(month, 1)), after, page],
  )
  return rows.map(({ id }) => id)
}
