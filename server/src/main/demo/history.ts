import { createReadStream } from 'node:fs'
import type { Context } from '../../context.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import { readTable } from '../../platform/csv/table.ts'
import { many } from '../../platform/db/database.ts'
import type { BusinessDate } from '../../servicing/schedule/index.ts'
import { historyTable, lifeOfRow } from './history-table.ts'
import type { Step } from './life.ts'
import { type LoanLife, play, type Played } from './play.ts'

/** The lives of the sample's loans, with all dates so many days later. @throws at a line that cannot be read. */
export async function readHistory(file: string, days: number): Promise<LoanLife[]> {
  const lives: LoanLife[] = []
  for await (const batch of readTable(createReadStream(file), historyTable)) {
    for (const item of batch) {
      if ('refused' in item) throw new Error(`${file}, line ${item.line}: ${item.refused.reason}`)
      lives.push(lifeOfRow(item.row, days))
    }
  }
  return lives
}

/**
 * Lets the loans live until a day: what has not happened yet of what lies before it. Called again, on that day or on a
 * later one, it goes on from where it was.
 */
export async function liveUntil(
  context: Context,
  actor: Actor,
  lives: readonly LoanLife[],
  today: BusinessDate,
): Promise<Played> {
  const done = await whatIsDone(context)
  const left = lives
    .map((life) => ({
      ...life,
      steps: life.steps.filter((step) => step.on <= today && !done.has(nameOf(step))),
    }))
    .filter(
      ({ loan, disbursedOn, steps }) =>
        steps.length > 0 ||
        !done.has(`${loan.loanNumber} ${disbursedOn === null ? 'taken over' : 'paid out'}`),
    )
  return left.length === 0 ? { loans: 0, steps: 0, refused: [] } : play(context, actor, left)
}

/** What tells that a step was done: the reference of its payment or agreement, or that the loan is written off. */
const nameOf = (step: Step): string =>
  step.kind === 'restructure'
    ? step.terms.agreement.reference
    : step.kind === 'writeOff'
      ? `${step.input.loanNumber} written off`
      : step.payment.reference

/** Names of the steps that were done, and which loans were taken over and paid out. */
async function whatIsDone({ db }: Context): Promise<Set<string>> {
  const rows = await many<{ name: string }>(
    db,
    'demo.done',
    `select reference as name from loan_payment where reference like 'DEMO/%'
     union all select agreement_reference from restructuring
     union all select l.loan_number || ' written off' from write_off w join loan l on l.id = w.loan_id
     union all select l.loan_number || ' taken over' from loan_take_over t join loan l on l.id = t.loan_id
     union all select l.loan_number || ' paid out' from loan_servicing s join loan l on l.id = s.loan_id`,
    [],
  )
  return new Set(rows.map(({ name }) => name))
}
