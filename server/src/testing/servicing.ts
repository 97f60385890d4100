import type { Context } from '../context.ts'
import type { LoanRow } from '../loans/index.ts'
import { many } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { disburseLoan } from '../servicing/index.ts'
import { aCrowd, theirAgreements } from './crowd.ts'
import { aLoan, fund, signFunding } from './people.ts'

const operator = { kind: 'operator', name: 'test' } as const

export type LentLoan = {
  loanId: number
  loanNumber: string
  /** The fundings in the order of the amounts. */
  fundings: { lenderId: number; fundingId: string; amount: number }[]
}

/** A loan that these amounts fund, each of a lender of its own (with a tax rate in parts of a million, if given). */
export async function aFundedLoan(
  context: Context,
  amounts: readonly number[],
  { taxRates = [], ...terms }: Partial<LoanRow> & { taxRates?: readonly number[] } = {},
): Promise<LentLoan> {
  const totalLoan = amounts.reduce((sum, amount) => sum + amount, 0)
  const loan = await aLoan(context, { totalLoan, minimumFunding: Math.min(...amounts), ...terms })
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

/** Sets the part of a million that is withheld from a lender's interest. */
export async function setTaxRate(context: Context, lenderId: number, ppm: number): Promise<void> {
  await many(context.db, 'test.tax_rate', 'update lender set tax_rate_ppm = $2 where id = $1', [
    lenderId,
    ppm,
  ])
}

/** A funded loan that was paid out on a day. */
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
  return loan
}
