import { many, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'

/** A borrower with the sums of their loans, in whole rupiah. */
export type BorrowerOverview = {
  borrowerNumber: string
  name: string
  loans: number
  /** Number of loans with unpaid principal that are not written off. */
  running: number
  outstanding: number
  /** The unpaid amount due before today, and the days late of the loan that is most late. */
  arrears: number
  daysLate: number
  writtenOff: number
}

/** Borrowers by number; only those with a number above `after`. */
export async function findBorrowers(
  db: Queryable,
  filter: { borrowerNumber?: string | undefined; late?: boolean | undefined },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<BorrowerOverview>> {
  const rows = await many<BorrowerOverview>(
    db,
    'loans.overview.borrowers',
    `select b.number as "borrowerNumber", b.name, lent.loans, lent.running, lent.outstanding, lent.arrears,
            lent."daysLate", lent."writtenOff"
       from borrower b
       cross join lateral (
         select count(*)::integer as loans,
                count(*) filter (where s.principal_due > 0 and w.loan_id is null)::integer as running,
                coalesce(sum(s.principal_due) filter (where w.loan_id is null), 0)::bigint as outstanding,
                coalesce(sum(s.principal_due) filter (where w.loan_id is not null), 0)::bigint as "writtenOff",
                coalesce(sum(late.arrears) filter (where w.loan_id is null), 0)::bigint as arrears,
                coalesce(max(late.days) filter (where w.loan_id is null), 0) as "daysLate"
           from loan l
           left join loan_servicing s on s.loan_id = l.id
           left join write_off w on w.loan_id = l.id
           left join lateral (
             select sum(i.principal + i.interest - i.principal_paid - i.interest_paid) as arrears,
                    max(business_day(app_now()) - i.due_date) as days
               from installment i
              where i.loan_id = l.id and i.superseded_on is null and i.due_date < business_day(app_now())
                and i.principal_paid + i.interest_paid < i.principal + i.interest) late on true
          where l.borrower_id = b.id and l.deleted_at is null) lent
      where ($1::text is null or b.number > $1) and ($2::text is null or b.number = $2)
        and ($3::boolean is not true or lent.arrears > 0)
      order by b.number limit $4`,
    [after ?? null, filter.borrowerNumber ?? null, filter.late ?? null, limit + 1],
  )
  return cutPage(rows, limit, ({ borrowerNumber }) => borrowerNumber)
}
