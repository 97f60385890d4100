import type { Context } from '../../context.ts'
import type { Paid } from './coverage.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { Installment } from '../../books/index.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { aLoan } from '../../../testing/people.ts'

export type SeededLoan = {
  disbursedOn: BusinessDate
  schedule: Installment[]
  payments: Paid[]
  borrowerNumber?: string
}

/**
 * Inserts a loan with schedule and payments into the tables as the product would, the oldest installment paid first, so
 * that a test can use exact amounts and days.
 */
export async function seedLoan(
  { context, databaseUrl }: { context: Context; databaseUrl: string },
  { disbursedOn, schedule, payments, borrowerNumber }: SeededLoan,
): Promise<{ loanId: number; loanNumber: string }> {
  const loan = await aLoan(context, borrowerNumber ? { borrowerNumber, borrowerName: borrowerNumber } : {})
  const principal = schedule.reduce((sum, row) => sum + row.principal, 0)
  const interest = schedule.reduce((sum, row) => sum + row.interest, 0)
  const paid = payments.reduce((sum, row) => sum + row.principal + row.interest, 0)
  const paidPrincipal = payments.reduce((sum, row) => sum + row.principal, 0)
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into loan_servicing (loan_id, disbursed_on, principal, penalty_ppm_per_day, penalty_limit, principal_due,
                                   interest_due, clearing_account)
       select $1, $2, $3, 1000, 0, $4, $5, escrow_account from loan_position where loan_id = $1`,
      [loan.loanId, disbursedOn, principal, principal - paidPrincipal, interest],
    )
    let pool = paid
    for (const row of schedule) {
      const interestPaid = Math.min(pool, row.interest)
      const principalPaid = Math.min(pool - interestPaid, row.principal)
      pool -= interestPaid + principalPaid
      await client.query(
        `insert into installment (loan_id, no, due_date, principal, interest, principal_paid, interest_paid)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [loan.loanId, row.no, row.dueDate, row.principal, row.interest, principalPaid, interestPaid],
      )
    }
    for (const row of payments) {
      await client.query(
        `insert into loan_payment (id, loan_id, reference, paid_on, amount, principal, interest, penalty, fee, excess, tax)
         values (gen_random_uuid(), $1, gen_random_uuid(), $2, $3, $4, $5, 0, 0, 0, 0)`,
        [loan.loanId, row.paidOn, row.principal + row.interest, row.principal, row.interest],
      )
    }
  })
  return loan
}
