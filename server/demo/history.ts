import { createReadStream } from 'node:fs'
import type { Context } from '../src/context.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { readTable } from '../src/platform/csv/table.ts'
import { many } from '../src/platform/db/database.ts'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { historyTable, lifeOfRow } from './history-table.ts'
import type { Step } from './life.ts'
import { payIn } from './people.ts'
import { bringIn, type LoanLife, payOut, type Played, playSteps, type Refused, takeOver } from './play.ts'
import type { Stage } from './stage.ts'

/**
 * Reads the events of the sample's loans, with all dates shifted by this many days.
 * @throws at a line that cannot be read.
 */
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

/** The events of one day, in this order. */
type Day = {
  on: BusinessDate
  begun: LoanLife[]
  paidOut: { loanNumber: string; disbursedOn: BusinessDate }[]
  /** The steps of each loan. */
  steps: Map<string, Step[]>
}

type Living = {
  actor: ActorOf<'operator'>
  /** Events before this day are booked once a week. */
  dailyFrom: BusinessDate
  /** The lenders' ids by phone. */
  ids: ReadonlyMap<string, number>
  until: BusinessDate
  /** Called on each day before its events. */
  onDay: (on: BusinessDate) => Promise<void>
}

/**
 * Books the events of the loans until a day, one day after the other and each at its own time, as far as they are not
 * booked yet. The distant past goes week by week, because each day adds some milliseconds to the start. Lenders pay in
 * what they lack for their fundings. When called again, on the same day or later, it continues where it stopped.
 */
export async function liveUntil(
  { context, goTo }: Stage,
  lives: readonly LoanLife[],
  { actor, dailyFrom, ids, until, onDay }: Living,
): Promise<Played> {
  const refused: Refused[] = []
  const refuse = (loanNumber: string, reason: string) => void refused.push({ loanNumber, reason })
  const player = { context, actor, refuse }
  const { days, loans } = daysLeft(lives, await whatIsDone(context), { dailyFrom, until })
  let steps = 0
  for (const { on, paidOut, ...day } of days) {
    const parts = day.begun.flatMap((life) => life.parts)
    const [firstSigned] = parts.map(({ signedOn }) => signedOn).toSorted()
    if (firstSigned !== undefined) {
      // The money must be there before the lender signs, and a part counts from the start of its day.
      goTo(addDays(firstSigned, -1), 15)
      await payIn(context, ids, { on, parts })
    }
    goTo(on)
    await onDay(on)
    if (day.begun.length > 0) {
      // A loan of a later day must not exist yet, because its borrower has not consented to it.
      await bringIn(player, day.begun)
      await takeOver(player, day.begun)
    }
    if (paidOut.length > 0) await payOut(player, paidOut)
    steps += await playSteps(player, [...day.steps.values()])
  }
  return { loans, steps, refused }
}

/**
 * The remaining events until a day, by day, and the number of their loans. A loan begins when its last lender has
 * signed.
 */
function daysLeft(
  lives: readonly LoanLife[],
  done: ReadonlySet<string>,
  { dailyFrom, until }: { dailyFrom: BusinessDate; until: BusinessDate },
): { days: Day[]; loans: number } {
  const days = new Map<BusinessDate, Day>()
  const loans = new Set<string>()
  const dayOf = (happened: BusinessDate, loanNumber: string): Day => {
    const on = toldOn(happened, dailyFrom)
    const day = days.get(on) ?? { on, begun: [], paidOut: [], steps: new Map<string, Step[]>() }
    days.set(on, day)
    loans.add(loanNumber)
    return day
  }
  for (const life of lives) {
    const { loanNumber } = life.loan
    const [signedOn = until] = life.parts
      .map((part) => part.signedOn)
      .toSorted()
      .toReversed()
    if (!done.has(`${loanNumber} taken over`)) dayOf(signedOn, loanNumber).begun.push(life)
    if (life.disbursedOn !== null && !done.has(`${loanNumber} paid out`))
      dayOf(life.disbursedOn, loanNumber).paidOut.push({ loanNumber, disbursedOn: life.disbursedOn })
    for (const step of life.steps) {
      if (step.on > until || done.has(nameOf(step))) continue
      const { steps } = dayOf(step.on, loanNumber)
      steps.set(loanNumber, [...(steps.get(loanNumber) ?? []), step])
    }
  }
  return { days: [...days.values()].sort((a, b) => (a.on < b.on ? -1 : 1)), loans: loans.size }
}

/**
 * The day on which an event is booked. Before `dailyFrom` that is the Friday of its week, but never later than
 * `dailyFrom`, so that it is not booked after later events.
 */
export function toldOn(happened: BusinessDate, dailyFrom: BusinessDate): BusinessDate {
  if (happened >= dailyFrom) return happened
  const friday = fridayFrom(happened)
  return friday < dailyFrom ? friday : dailyFrom
}

/** The given day if it is a Friday, otherwise the next Friday. */
const fridayFrom = (day: BusinessDate): BusinessDate =>
  addDays(day, (12 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)

/** Identifies a step that was done: the reference of its payment or agreement, or the loan's write-off. */
const nameOf = (step: Step): string =>
  step.kind === 'restructure'
    ? step.terms.agreement.reference
    : step.kind === 'writeOff'
      ? `${step.input.loanNumber} written off`
      : step.payment.reference

/** The names of the steps that were done, and of the loans that were taken over and paid out. */
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
