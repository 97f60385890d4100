import { checkFundingAmount } from '@pematang/contract/funding/single/rules'
import type { LoanProjection } from '@pematang/contract/funding/marketplace/loan'
import type { Context } from '../../../context.ts'
import { findOfferedLoan, nothingOpen, scheduleShown } from '../../single/index.ts'
import { one } from '../../../platform/db/database.ts'
import { Refusal, required } from '../../../platform/refusal.ts'
import { netSchedule } from '../../../books/index.ts'

/**
 * The expected payments to this lender for an amount on one loan, after tax: the schedule of the agreement that they
 * would sign now. The amount may exceed their cash.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_CLOSED, LOAN_TAKEN, or one of the rules of the amount except CASH_TOO_LOW
 */
export async function projectFunding(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
  { loanNumber, amount }: { loanNumber: string; amount: number },
): Promise<LoanProjection> {
  const [found, { taxRatePpm }] = await Promise.all([
    findOfferedLoan(db, lenderId, loanNumber),
    one<{ taxRatePpm: number }>(
      db,
      'funding.marketplace.tax_rate',
      'select tax_rate_ppm as "taxRatePpm" from lender where id = $1',
      [lenderId],
    ),
  ])
  const loan = required(found, 'LOAN_NOT_FOUND')
  const shut = nothingOpen(loan)
  if (shut) throw shut
  const breach = checkFundingAmount({
    amount,
    cashBalance: amount,
    minimumFunding: loan.minimum,
    outstandingFunding: loan.outstanding,
  })
  if (breach) throw new Refusal(breach.code, { amount: breach.amount })
  const taxRate = taxRatePpm / 1_000_000
  const { installments, interest, tax, net } = netSchedule(scheduleShown(loan, amount), taxRate)
  return { amount, taxRate, startsOn: loan.offerUntil, installments, interest, tax, net }
}
