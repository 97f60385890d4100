import { entriesFor } from './entries.ts'
import type { Context } from '../src/context.ts'
import type { LoanRow } from '../src/loans/index.ts'
import { Database, many, run } from '../src/platform/db/database.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { disburseLoan } from '../src/loans/testing.ts'
import { aCrowd, theirAgreements } from './crowd.ts'
import { aLoan, fund, signFunding } from './people.ts'

const operator = { kind: 'operator', name: 'test' } as const

export type LentLoan = {
  loanId: number
  loanNumber: string
  /** The fundings in the order of the amounts. */
  fundings: { lenderId: number; fundingId: string; amount: number }[]
}

const past = new WeakMap<Database, Map<number, Context>>()

/**
 * The same database at an earlier time (two years ago by default), so that loans which tests disburse in past months
 * were funded before that. Its idle connections are closed automatically.
 */
export function longAgo(context: Context, days = 730): Context {
  const known = past.get(context.db) ?? new Map<number, Context>()
  past.set(context.db, known)
  const { options } = context.db
  // Expressed in another unit, because an interval that names a unit twice is refused.
  const timeShift = () => `${options.timeShift?.() ?? ''} -${days * 86_400_000} milliseconds`
  const then = known.get(days) ?? { ...context, db: new Database({ ...options, size: 4, timeShift }) }
  known.set(days, then)
  return then
}

/**
 * A loan funded with these amounts two years ago (or now), each by a lender of its own, with a tax rate in parts per
 * million if given.
 */
export async function aFundedLoan(
  present: Context,
  amounts: readonly number[],
  {
    taxRates = [],
    now = false,
    ...terms
  }: Partial<LoanRow> & { taxRates?: readonly number[]; now?: boolean } = {},
): Promise<LentLoan> {
  const context = now ? present : longAgo(present)
  const totalLoan = amounts.reduce((sum, amount) => sum + amount, 0)
  const offer = { offerFrom: '2020-01-01', offerUntil: '2100-01-01' }
  const minimumFunding = Math.min(...amounts)
  const loan = await aLoan(present, { totalLoan, minimumFunding, ...offer, ...terms })
  const lenders = await aCrowd(context, amounts)
  for (const [index, rate] of taxRates.entries()) await setTaxRate(context, lenders[index] ?? 0, rate)
  const shown = lenders.map((lenderId, index) => ({ lenderId, ...loan, amount: amounts[index] ?? 0 }))
  await theirAgreements(context, shown)
  const fundings: LentLoan['fundings'] = []
  for (const { lenderId, amount } of shown) {
    const { docToken } = await fund(context, { lenderId, loanId: loan.loanId, amount })
    await signFunding(context, docToken)
    fundings.push({ lenderId, fundingId: docToken, amount })
  }
  return { ...loan, fundings }
}

/** Sets the part per million that is withheld from a lender's interest. */
export async function setTaxRate(context: Context, lenderId: number, ppm: number): Promise<void> {
  await many(
    context.db,
    'test.tax_rate',
    `with changed as (update lender set tax_rate_ppm = $2 where id = $1 returning id as lender_id)
     ${entriesFor('storeTaxStatus', 'changed')}`,
    [lenderId, ppm],
  )
}

export async function aDisbursedLoan(
  context: Context,
  amounts: readonly number[],
  { disbursedOn, ...terms }: Parameters<typeof aFundedLoan>[2] & { disbursedOn: string },
): Promise<LentLoan> {
  const loan = await aFundedLoan(context, amounts, terms)
  await perform(context, disburseLoan, {
    actor: operator,
    input: { loanNumber: loan.loanNumber, disbursedOn },
  })
  // A test counts only the notices of what it does itself.
  await run(
    context.db,
    'test.raised_loan',
    'update loan_event set raised_at = app_now() where loan_id = $1',
    [loan.loanId],
  )
  return loan
}
