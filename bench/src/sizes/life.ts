import { setTimeout as sleep } from 'node:timers/promises'
import { disburseMany, recordRepayments } from '../../../server/src/loans/index.ts'
import type { Context } from '../../../server/src/context.ts'
import { perform } from '../../../server/src/platform/commands/perform.ts'
import { Database, many, one } from '../../../server/src/platform/db/database.ts'
import { issueStatement, makeStatement } from '../../../server/src/reports/testing.ts'
import { reserveFunding, signFunding } from '../../../server/testing/people.ts'
import type { SeedLender } from '../seed/lenders.ts'
import type { SeedLoan } from '../seed/loans.ts'

// Creates the history of fundings through the product's own functions, so that every row that the product writes
// exists.

const actor = { kind: 'operator', name: 'bench' } as const
/** The number of calls that run at the same time. */
const concurrency = 4
/** Days by which the database's clock advances for each monthly installment, so that it is due when it is paid. */
const daysOfMonth = 31

/** Funds each loan by this number of lenders in turn: agreement, reservation, signature. */
export async function fundLoans(
  context: Context,
  {
    lenders,
    loans,
    perLoan,
    amount,
  }: { lenders: SeedLender[]; loans: SeedLoan[]; perLoan: number; amount: number },
): Promise<number> {
  const wanted = loans.flatMap((loan, place) =>
    Array.from({ length: perLoan }, (_, of) => {
      const lender = lenders[(place * perLoan + of) % lenders.length]
      if (!lender) throw new Error('there is nobody to lend')
      return { ...loan, lenderId: lender.lenderId, amount }
    }),
  )
  await inParallel(wanted, async (funding) => {
    const { fundingId } = await reserveFunding(context, funding)
    await signFunding(context, fundingId)
  })
  return wanted.length
}

export async function payOut(context: Context, loans: readonly SeedLoan[]): Promise<void> {
  const { today } = await one<{ today: string }>(
    context.db,
    'sizes.today',
    'select business_day(app_now()) as today',
  )
  const outcomes = await disburseMany(
    context,
    actor,
    loans.map(({ loanNumber }) => ({ loanNumber, disbursedOn: today })),
  )
  for (const outcome of outcomes) if ('error' in outcome) throw outcome.error
}

/** Pays one installment of every loan, with the clock in the month in which it is due. */
export async function payInstallment(context: Context, no: number): Promise<void> {
  await inMonth(context, no, async (then) => {
    const due = await many<{ loanNumber: string; amount: number; today: string }>(
      then.db,
      'sizes.due',
      `select l.loan_number as "loanNumber", i.principal + i.interest as amount, business_day(app_now()) as today
         from installment i join loan l on l.id = i.loan_id where i.no = $1 and i.superseded_on is null`,
      [no],
    )
    const outcomes = await recordRepayments(
      then,
      actor,
      due.map(({ loanNumber, amount, today }) => ({
        loanNumber,
        reference: `SIZES-${no}-${loanNumber}`,
        paidOn: today,
        amount,
      })),
    )
    for (const outcome of outcomes) if ('error' in outcome) throw outcome.error
  })
}

/**
 * Issues every lender's statements of the months before this one.
 * @returns the number of statements
 */
export async function issueStatements(context: Context, lenders: readonly SeedLender[], months: number) {
  const rows = await many<{ month: string }>(
    context.db,
    'sizes.months',
    `select (date_trunc('month', business_day(app_now())) + n * interval '1 month')::date::text as month
       from generate_series(0, $1::int - 1) n`,
    [months],
  )
  await inMonth(context, months + 1, (then) =>
    inParallel(lenders, async ({ lenderId }) => {
      for (const { month } of rows) {
        const made = await makeStatement(then, lenderId, month)
        await perform(then, issueStatement, { actor, input: made })
      }
    }),
  )
  return lenders.length * months
}

/** Runs the work on the same database with its clock this number of months ahead. */
async function inMonth(context: Context, months: number, work: (then: Context) => Promise<unknown>) {
  const timeShift = () => `${months * daysOfMonth} days`
  const db = new Database({ ...context.db.options, timeShift })
  try {
    await work({ ...context, db })
  } finally {
    await db.close()
  }
}

async function inParallel<T>(all: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (;;) {
        const item = all[next]
        next += 1
        if (item === undefined) return
        await work(item)
        await sleep(0)
      }
    }),
  )
}
