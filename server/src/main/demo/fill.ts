import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { closeDays } from '../../credit-quality/index.ts'
import { importLoanFile, type LoanRow, publishLoans, shiftLoanDates } from '../../loans/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/mutation.ts'
import { addDays, type BusinessDate, daysBetween } from '../../servicing/schedule/index.ts'
import { liveUntil, readHistory } from './history.ts'
import { fillPurses, giveNumbers, people, welcome } from './people.ts'
import { askForPapers, partsWithoutPapers } from './papers.ts'
import { offerProduct } from './product.ts'
import { openStage, type Stage } from './stage.ts'

const actor = { kind: 'operator', name: 'demo' } as const

/** How many days before the first start are closed. */
const daysClosed = 7
/** From how many days before it on the history is told day by day. */
const daysDaily = 60
/** How many days before it the lenders joined: before the oldest loan of the history was funded. */
const daysBefore = 1_000

export type Filled = {
  /** False in a database that has lenders of its own. */
  ours: boolean
  offered: number
  /** Loans of the history that something happened to, and how much. */
  loans: number
  steps: number
  /** Steps that were refused, e.g. because somebody has changed a loan of the history by hand. */
  refused: { loanNumber: string; reason: string }[]
  daysClosed: number
}

/**
 * Fills an empty database with the sample world: real loans from sample/loans.csv, moved so that some are open on the day
 * of the first start, 300 of them in a bulk product; and those of sample/history.csv, which were funded before it and
 * live on: each later start makes good what has happened until then. Everything goes through the verbs that an operator
 * uses, and what is told of a day is booked at its time. After a kill it goes on.
 * @param sample the folder of the files
 */
export async function fillDemo(context: Context, sample: string): Promise<Filled> {
  const nothing: Filled = { ours: false, offered: 0, loans: 0, steps: 0, refused: [], daysClosed: 0 }
  const state = await one<{ strangers: number; joined: BusinessDate | null; today: BusinessDate }>(
    context.db,
    'demo.state',
    `select count(*) filter (where phone <> all($1)) as strangers, business_day(min(created_at)) as joined,
            business_day(app_now()) as today from lender`,
    [people.map(({ phone }) => phone)],
  )
  if (state.strangers > 0) return nothing
  const stage = await openStage(context)
  try {
    return await fill(stage, sample, { today: state.today, first: firstStart(state) })
  } finally {
    await stage.close()
  }
}

/** All dates go by the day of the first start, so that a later one finds the same loans. */
function firstStart({ joined, today }: { joined: BusinessDate | null; today: BusinessDate }): BusinessDate {
  if (joined === null) return today
  const first = addDays(joined, daysBefore)
  // In worlds of before lenders joined on the day of the first start.
  return first > today ? joined : first
}

async function fill(
  stage: Stage,
  sample: string,
  { today, first }: { today: BusinessDate; first: BusinessDate },
): Promise<Filled> {
  const { context } = stage
  const { referenceDate } = JSON.parse(await readFile(join(sample, 'sample.json'), 'utf8')) as {
    referenceDate: BusinessDate
  }
  const days = daysBetween(referenceDate, first)
  stage.goTo(addDays(first, -daysBefore))
  const ids = await welcome(context, actor)
  await giveNumbers(context, actor, ids)
  const from = addDays(first, -daysClosed)
  let closed = 0
  const played = await liveUntil(stage, await readHistory(join(sample, 'history.csv'), days), {
    actor,
    dailyFrom: addDays(first, -daysDaily),
    ids,
    until: today,
    async onDay(on) {
      if (on > from) closed += await closeDays(context, { actor, from })
    },
  })
  stage.goTo(today)
  await fillPurses(context, actor, ids)
  const file = join(sample, 'loans.csv')
  const lenderIds = people.flatMap(({ phone, logsIn }) => (logsIn ? (ids.get(phone) ?? []) : []))
  for (const lenderId of lenderIds)
    if ((await partsWithoutPapers(context, lenderId)).length > 0)
      await perform(context, askForPapers, { actor, input: { lenderId } })
  const together = await offerProduct(context, actor, file, { reference: referenceDate, first, lenderIds })
  const offered = await offerLoans(
    context,
    file,
    (loan) => together.get(loan.loanNumber) ?? shiftLoanDates(loan, days),
  )
  closed += await closeDays(context, { actor, from })
  return { ours: true, offered, ...played, daysClosed: closed }
}

/** Puts the loans of the marketplace on it, where they are not there; those of a product are there already. */
async function offerLoans(
  context: Context,
  file: string,
  adapt: (loan: LoanRow) => LoanRow,
): Promise<number> {
  const loanNumbers: string[] = []
  await importLoanFile(context, createReadStream(file), {
    operator: actor.name,
    adapt: (loan) => {
      loanNumbers.push(loan.loanNumber)
      return adapt(loan)
    },
  })
  const { published } = await perform(context, publishLoans, { actor, input: { loanNumbers } })
  return published
}
