import { many, type Queryable } from '../../platform/db/database.ts'
import { cutPage, type Page } from '../../platform/pages.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

export const loanStates = [
  'DRAFT',
  'DELETED',
  'OFFERED',
  'FUNDED',
  'CANCELLED',
  'ACTIVE',
  'RESTRUCTURED',
  'REPAID',
  'WRITTEN_OFF',
] as const
export type LoanState = (typeof loanStates)[number]

/** A loan in the operator's list; amounts in whole rupiah. */
export type LoanOverview = {
  loanNumber: string
  state: LoanState
  borrowerNumber: string
  borrowerName: string
  productNumber: string | null
  total: number
  funded: number
  reserved: number
  offerFrom: BusinessDate
  offerUntil: BusinessDate
  /**
   * The last day on which the loan can be paid out; afterwards all money is refunded. Null if no such limit applies, or
   * no longer.
   */
  payOutBy: BusinessDate | null
  disbursedOn: BusinessDate | null
  /** The amounts still owed by the installments in force; null before the loan is paid out. */
  principalDue: number | null
  interestDue: number | null
  /** The unpaid amount due before today, and the days late of its oldest installment. */
  arrears: number
  daysLate: number
  /** The amount due on the requested day, by default today. */
  dueOnDay: number
  nextDueDate: BusinessDate | null
}

export type LoanFilter = {
  /** A filter by state; deleted drafts are listed only with theirs. */
  state?: LoanState | undefined
  borrowerNumber?: string | undefined
  /** A filter: only loans with an unpaid installment due on this day. */
  dueOn?: BusinessDate | undefined
  /** A filter: only loans at least this many days late. */
  daysLate?: number | undefined
  /** A filter: only loans whose offer ended before they were full, or all others. */
  unfilled?: boolean | undefined
  /** A filter: only loans that are fully funded and can be paid out, or all others. */
  ready?: boolean | undefined
}

const open = 'i.superseded_on is null and i.principal_paid + i.interest_paid < i.principal + i.interest'

/**
 * SQL for a loan with its due amounts. $1 is the day whose installments are summed. A written-off loan is still owed,
 * so its arrears are included.
 */
export const overviewOf = `
  select l.loan_number as "loanNumber", p.status as state, b.number as "borrowerNumber", b.name as "borrowerName",
         (select number from bulk_product product where product.id = p.bulk_product_id) as "productNumber", p.total,
         p.funded, p.reserved, p.offer_from as "offerFrom", p.offer_until as "offerUntil",
         (select greatest(p.offer_until, r.fixed_on,
                   (select max(business_day(v.created_at)) from reversal v join transfer t on t.journal_id = v.journal_id
              where v.kind = 'DISBURSEMENT' and t.kind = 'DISBURSEMENT' and t.ref = p.loan_id::text)) + r.pay_out_days from offer_rule r
           where r.loan_id = l.id and p.status in ('OFFERED', 'FUNDED')) as "payOutBy",
         l.disbursed_on as "disbursedOn", s.principal_due as "principalDue", s.interest_due as "interestDue",
         due.arrears, due."daysLate", due."dueOnDay", due."nextDueDate"
    from loan l
    join loan_position p on p.loan_id = l.id
    join borrower b on b.id = l.borrower_id
    left join loan_servicing s on s.loan_id = l.id
    cross join lateral (
      select coalesce(sum(left_of) filter (where due_date < today), 0)::bigint as arrears,
             coalesce(max(today - due_date) filter (where due_date < today), 0) as "daysLate",
             coalesce(sum(left_of) filter (where due_date = coalesce($1::date, today)), 0)::bigint as "dueOnDay",
             min(due_date) filter (where due_date >= today) as "nextDueDate"
        from (select i.due_date, i.principal + i.interest - i.principal_paid - i.interest_paid as left_of,
                     business_day(app_now()) as today
                from installment i where i.loan_id = l.id and ${open}) asked
    ) due`

/** Loans by number; only those with a number above `after`. */
export async function findLoans(
  db: Queryable,
  filter: LoanFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Page<LoanOverview>> {
  const rows = await many<LoanOverview>(
    db,
    'loans.overview.loans',
    `${overviewOf}
      where ($2::text is null or l.loan_number > $2)
        and (p.status = $3 or $3::text is null and p.status <> 'DELETED')
        and ($4::text is null or b.number = $4)
        and ($1::date is null or exists (select from installment i where i.loan_id = l.id and i.due_date = $1 and ${open}))
        and ($5::integer is null or l.id in (select i.loan_id from installment i
              where i.due_date <= business_day(app_now()) - $5::integer and ${open}))
        and ($6::boolean is not true or (p.status = 'OFFERED' and p.offer_until < business_day(app_now())))
        and ($7::boolean is not true or p.status = 'FUNDED')
      order by l.loan_number limit $8`,
    [
      filter.dueOn ?? null,
      after ?? null,
      filter.state ?? null,
      filter.borrowerNumber ?? null,
      filter.daysLate ?? null,
      filter.unfilled ?? null,
      filter.ready ?? null,
      limit + 1,
    ],
  )
  return cutPage(rows, limit, ({ loanNumber }) => loanNumber)
}

/** Loans grouped by days late as the regulator OJK groups them; a written-off loan is not outstanding. */
export type AgeGroup = {
  group: '0' | '1-30' | '31-60' | '61-90' | '>90'
  loans: number
  /** Unpaid principal, and the unpaid amount due before today, in whole rupiah. */
  outstanding: number
  arrears: number
}

/** All loans with unpaid principal, grouped by days late. */
export async function loanAges(db: Queryable): Promise<AgeGroup[]> {
  return many<AgeGroup>(
    db,
    'loans.overview.ages',
    `with aged as (
       select s.principal_due, coalesce(late.arrears, 0) as arrears, coalesce(late.days, 0) as days
         from loan_servicing s
         left join (select i.loan_id, max(business_day(app_now()) - i.due_date) as days,
                           sum(i.principal + i.interest - i.principal_paid - i.interest_paid) as arrears
                      from installment i where i.due_date < business_day(app_now()) and ${open}
                     group by i.loan_id) late on late.loan_id = s.loan_id
        where s.principal_due > 0 and not exists (select from write_off w where w.loan_id = s.loan_id)
     )
     select g.name as group, count(a.*)::integer as loans, coalesce(sum(a.principal_due), 0)::bigint as outstanding,
            coalesce(sum(a.arrears), 0)::bigint as arrears
       from (values ('0', 0, 0), ('1-30', 1, 30), ('31-60', 31, 60), ('61-90', 61, 90), ('>90', 91, 1000000))
              as g (name, low, high)
       left join aged a on a.days between g.low and g.high
      group by g.name, g.low order by g.low`,
  )
}
