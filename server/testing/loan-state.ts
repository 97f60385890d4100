import { type Installment, cashOf } from '../src/books/index.ts'
import { many, one } from '../src/platform/db/database.ts'
import type { LentLoan } from './servicing.ts'
import type { Fixture } from './fixture.ts'
import { type Paid, daysLate, showLoan } from '../src/loans/testing.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { servicingOf } from './loan-operations.ts'

/**
 * The complete financial state of a loan without its identifiers: totals, installments, valid payments, what each
 * lender received, is owed and has in cash, their tax by month, and how late it was. Two loans with the same terms and
 * payments have equal states. The tax of one payment is not compared: it depends on the order of recording, because a
 * month is rounded as a whole.
 * @param spent what each lender has put into other loans since funding this one, in the order of the fundings; added back to their cash
 */
export async function loanStateOf(fixture: Fixture, loan: LentLoan, spent: readonly number[] = []) {
  const installments = await installmentsOf(fixture, loan)
  const paid = await paidOf(fixture, loan)
  const inForce = installments.filter(({ superseded }) => superseded === null)
  const days = Array.from({ length: 40 }, (_, place) => addDays('2025-02-01', place * 10))
  const { balanceOf } = servicingOf(() => fixture)
  const sheet = await showLoan(fixture.context.db, loan.loanNumber)
  return {
    totals: await totalsOf(fixture, loan),
    sheet: [sheet?.daysLate, sheet?.arrears, sheet?.nextDueDate, sheet?.payments, sheet?.paid, sheet?.excess],
    installments,
    payments: await paymentsOf(fixture, loan),
    received: await receivedOf(fixture, loan),
    tax: await taxOf(fixture, loan),
    fundings: await fundingsOf(fixture, loan),
    cash: await Promise.all(
      loan.fundings.map(async ({ lenderId }, place) => {
        const { available } = await cashOf(fixture.context.db, lenderId)
        // What a lender owes is on the debit side.
        return available + (spent[place] ?? 0) + (await balanceOf('LENDER_RECEIVABLE', lenderId))
      }),
    ),
    borrower: [
      await balanceOf('BORROWER_CLEARING', loan.loanId),
      await balanceOf('BORROWER_EXCESS', loan.loanId),
    ],
    daysLate: days.map((day) => daysLate(inForce, paid, day)),
  }
}

const totalsOf = ({ context }: Fixture, { loanId }: LentLoan) =>
  one(
    context.db,
    'test.state_totals',
    `select s.principal_due, s.interest_due, s.penalty_paid, s.penalty_limit, p.status
       from loan_servicing s join loan_position p using (loan_id) where loan_id = $1`,
    [loanId],
  )

/** The installments of all versions, including replaced ones, but not of a version that was reversed. */
const installmentsOf = ({ context }: Fixture, { loanId }: LentLoan) =>
  many<Installment & { superseded: string | null }>(
    context.db,
    'test.state_installments',
    `select row_number() over (order by no)::integer as no, due_date as "dueDate", principal, interest,
            principal_paid, interest_paid, penalty_paid, superseded_on as superseded
       from installment where loan_id = $1 and superseded_on is distinct from '-infinity' order by installment.no`,
    [loanId],
  )

const paymentsOf = ({ context }: Fixture, { loanId }: LentLoan) =>
  many(
    context.db,
    'test.state_payments',
    `select paid_on, settles, amount, principal, interest, penalty, fee, excess, rounding, asked_penalty, completes
       from standing_payment where loan_id = $1 order by paid_on, reference collate "C"`,
    [loanId],
  )

/** The payments by value date, net of reversals. */
const paidOf = ({ context }: Fixture, { loanId }: LentLoan) =>
  many<Paid>(
    context.db,
    'test.state_paid',
    `select paid_on as "paidOn", principal, interest from loan_payment where loan_id = $1`,
    [loanId],
  )

/** What each funding received of each installment, net of reversals. */
const receivedOf = ({ context }: Fixture, loan: LentLoan) =>
  many(
    context.db,
    'test.state_received',
    `select * from (
       select f.place, i.due_date, i.superseded_on, sum(r.principal)::bigint as principal,
              sum(r.interest)::bigint as interest, sum(r.penalty)::bigint as penalty
         from unnest($1::uuid[]) with ordinality as f (id, place)
         join lender_repayment r on r.funding_id = f.id
         join installment i on i.loan_id = $2 and i.no = r.no
        group by f.place, i.due_date, i.superseded_on) got
      where (principal, interest, penalty) <> (0, 0, 0) order by place, due_date, superseded_on`,
    [idsOf(loan), loan.loanId],
  )

/** What was withheld of each lender in each month; the lenders have no other loan that pays interest. */
const taxOf = ({ context }: Fixture, { fundings }: LentLoan) =>
  many<{ place: number; interest: number; tax: number; rate: number }>(
    context.db,
    'test.state_tax',
    `select f.place, m.period, m.article, m.rate_ppm as rate, m.interest, m.tax
       from unnest($1::bigint[]) with ordinality as f (lender_id, place) join lender_tax_month m using (lender_id)
      where (m.interest, m.tax) <> (0, 0) order by f.place, m.period, m.article, m.rate_ppm`,
    [fundings.map(({ lenderId }) => lenderId)],
  )

const fundingsOf = ({ context }: Fixture, loan: LentLoan) =>
  many(
    context.db,
    'test.state_fundings',
    `select f.place, b.principal_due, b.interest_due, s.phase, s.oldest_due, s.principal_due as shown_principal,
            s.interest_due as shown_interest
       from unnest($1::uuid[]) with ordinality as f (id, place)
       join funding_balance b on b.funding_id = f.id join portfolio_standing s on s.funding_id = f.id order by f.place`,
    [idsOf(loan)],
  )

const idsOf = ({ fundings }: LentLoan): string[] => fundings.map(({ fundingId }) => fundingId)
