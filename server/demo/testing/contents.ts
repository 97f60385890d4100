import { many, one } from '../../src/platform/db/database.ts'
import type { Fixture } from '../../testing/fixture.ts'

/** The number of rows and their times, which a second start must not change. */
export const contents = (of: Fixture) =>
  many(
    of.context.db,
    'test.contents',
    `select 'loans' as what, count(*) as number, sum(total)::bigint as amount, max(offer_until)::text as last from loan_position
     union all select 'status ' || status, count(*), sum(funded)::bigint, null from loan_position group by status
     union all select 'payments', count(*), sum(amount)::bigint, max(paid_on)::text from loan_payment
     union all select 'shares', count(*), sum(principal + interest + penalty - tax)::bigint, null from lender_repayment
     union all select 'due', count(*), sum(principal_due + interest_due)::bigint, null from loan_servicing
     union all select 'versions', sum(version), null, null from loan_servicing
     union all select 'transfers', count(*), sum(amount)::bigint, null from transfer
     union all select 'cash ' || l.phone, a.seq, a.balance, null from account a join lender l on l.id = a.owner_id
       where a.kind = 'LENDER_CASH'
     union all select 'numbers', count(*), null, max(number) from lender_virtual_account
     union all select 'days', count(*), sum(total)::bigint, max(date)::text from day_close order by 1`,
  )

/**
 * Counts movements that are booked on a wrong day: not on their own day or, in the distant past, not in the week after
 * it.
 */
export const daysWrong = (of: Fixture) =>
  one(
    of.context.db,
    'test.days_wrong',
    `with paid as (
       select business_day(created_at) - paid_on as later,
              paid_on >= (select business_day(min(created_at)) + 940 from lender) as recent from loan_payment
     )
     select (select count(*) from paid where recent and later <> 0) as day,
            (select count(*) from paid where not recent and later not between 0 and 6) as week,
            (select count(*) from (select business_day(created_at) as day,
                                          lag(business_day(created_at)) over (order by id) as before from transfer) t
              where day < before) as backwards,
            (select count(*) from transfer t join loan_servicing s on s.loan_id::text = t.ref
              where t.kind = 'DISBURSEMENT' and business_day(t.created_at) - s.disbursed_on not between 0 and 6) as disbursed`,
  )

/** Whole rupiah by kind, above zero where it came in, that the sandbox bank lists of the demo. */
export function linesByKind(lines: readonly { id: string; amount: number }[]) {
  const of = (kind: string) =>
    lines.filter(({ id }) => id.startsWith(kind)).reduce((sum, { amount }) => sum + amount, 0)
  return { toppedUp: of('demo-'), disbursed: -of('DISBURSEMENT-'), repaid: of('REPAYMENT-') }
}

/** The same by the books. */
export const bookedByKind = ({ context }: Fixture) =>
  one<ReturnType<typeof linesByKind>>(
    context.db,
    'test.booked',
    `select (select sum(amount)::bigint from top_up) as "toppedUp",
            (select sum(principal)::bigint from loan_servicing) as disbursed,
            (select sum(amount)::bigint from loan_payment) as repaid`,
  )
