import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { closeDays } from '../../credit-quality/index.ts'
import { daysBetween } from '../../loans/csv/index.ts'
import { importLoanFile, type LoanRow, publishLoans, shiftLoanDates } from '../../loans/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/mutation.ts'
import { addDays, type BusinessDate } from '../../servicing/schedule/index.ts'
import { liveUntil, readHistory } from './history.ts'
import type { LoanLife } from './play.ts'
import { offerProduct } from './product.ts'
import { fillPurses, giveNumbers, people, welcome } from './people.ts'

const actor = { kind: 'operator', name: 'demo' } as const

/** How many days before the first start are closed with it. */
const daysClosed = 7

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
 * uses. After a kill it goes on.
 * @param sample the folder of the files
 */
export async function fillDemo(context: Context, sample: string): Promise<Filled> {
  const nothing: Filled = { ours: false, offered: 0, loans: 0, steps: 0, refused: [], daysClosed: 0 }
  const state = await one<{ strangers: number; first: BusinessDate | null; today: BusinessDate }>(
    context.db,
    'demo.state',
    `select count(*) filter (where phone <> all($1)) as strangers, business_day(min(created_at)) as first,
            business_day(app_now()) as today from lender`,
    [people.map(({ phone }) => phone)],
  )
  if (state.strangers > 0) return nothing
  const ids = await welcome(context, actor)
  await giveNumbers(context, actor, ids)
  // All dates go by the day of the first start, so that a later one finds the same loans.
  const first = state.first ?? state.today
  const { referenceDate } = JSON.parse(await readFile(join(sample, 'sample.json'), 'utf8')) as {
    referenceDate: BusinessDate
  }
  const days = daysBetween(referenceDate, first)
  const lives = await readHistory(join(sample, 'history.csv'), days)
  await fillPurses(context, actor, ids, lentIn(lives))
  const file = join(sample, 'loans.csv')
  const lenderIds = people.flatMap(({ phone, logsIn }) => (logsIn ? (ids.get(phone) ?? []) : []))
  const together = await offerProduct(context, actor, file, { reference: referenceDate, first, lenderIds })
  const offered = await offerLoans(
    context,
    file,
    (loan) => together.get(loan.loanNumber) ?? shiftLoanDates(loan, days),
  )
  const played = await liveUntil(context, actor, lives, state.today)
  const closed = await closeDays(context, { actor, from: addDays(first, -daysClosed) })
  return { ours: true, offered, ...played, daysClosed: closed }
}

/** What each lender has lent in the history, by phone. */
function lentIn(lives: readonly LoanLife[]): Map<string, number> {
  const lent = new Map<string, number>()
  for (const { lenderPhone, amount } of lives.flatMap(({ parts }) => parts))
    lent.set(lenderPhone, (lent.get(lenderPhone) ?? 0) + amount)
  return lent
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
