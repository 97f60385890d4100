import { type ClassifiedLoans, classifiedGiven, classifiedValues } from '../../loans/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { ClosedMonth } from './closed-month.ts'

/**
 * Lenders or borrowers at the end of a month, and what they lent or owe in whole rupiah; `value` is empty where it is not
 * known. An active one has unpaid principal.
 */
export type PeopleGroup = {
  dimension: 'TOTAL' | 'KIND' | 'SEX' | 'AGE' | 'PROVINCE'
  value: string
  all: number
  active: number
  /** Registered in the month; a borrower by their first disbursement. */
  fresh: number
  outstanding: number
}

/** SQL: the groups of `one (kind, sex, age, province, counts, is_new, outstanding)`. */
const grouped = `
  select case 0 when grouping(kind) then 'KIND' when grouping(sex) then 'SEX' when grouping(age) then 'AGE'
                when grouping(province) then 'PROVINCE' else 'TOTAL' end as dimension,
         coalesce(kind, sex, age, province, '') collate "C" as value,
         (count(*) filter (where counts))::integer as all, (count(*) filter (where outstanding > 0))::integer as active,
         (count(*) filter (where counts and is_new))::integer as fresh,
         coalesce(sum(outstanding), 0)::bigint as outstanding
    from one group by grouping sets ((kind), (sex), (age), (province), ()) order by 1, 2`

/** SQL: the age band of a year of birth at the end of $4, as OJK's statistics have it. */
const ageBand = `case when birth_year is null then '' when extract(year from $4::date) - birth_year < 19 then '<19'
                      when extract(year from $4::date) - birth_year < 35 then '19-34'
                      when extract(year from $4::date) - birth_year < 55 then '35-54' else '>54' end`

/** The lenders by kind, sex, age band and province. A closed account counts no longer. */
export const lendersOf = (
  db: Queryable,
  { first, last, knownBefore }: ClosedMonth,
  loans: ClassifiedLoans,
): Promise<PeopleGroup[]> =>
  many<PeopleGroup>(
    db,
    'reports.month.lenders',
    `${classifiedGiven}, got as (
       select r.funding_id, sum(r.principal) as principal
         from classified c join loan_payment p on p.loan_id = c.loan_id join lender_repayment r on r.payment_id = p.id
        where p.paid_on <= $4 and p.created_at < $5 group by r.funding_id
     ), moved as (
       select distinct on (t.funding_id) t.funding_id, t.to_lender from holding_transfer_record t
        where t.value_date <= $4 and t.recorded_at < $5
          and not exists (select from reversal v where v.kind = 'HOLDING_TRANSFER' and v.of_id = t.id::text and v.created_at < $5)
        order by t.funding_id, t.value_date desc
     ), held as (
       select coalesce(m.to_lender, f.lender_id) as lender_id,
              sum(coalesce(a.principal_left, f.amount) - coalesce(g.principal, 0))::bigint as outstanding
         from classified c join funding f on f.loan_id = c.loan_id
         left join moved m on m.funding_id = f.id
         left join archived_agreement a on a.funding_id = f.id
         left join got g on g.funding_id = f.id
        where f.state = 'SETTLED' and f.ended_at < $5 or f.state = 'REFUNDED' and f.ended_at >= $5 group by 1
     ), class as (
       select distinct on (lender_id) lender_id, kind from lender_class where kept_at < $5 order by lender_id, version desc
     ), told as (
       select distinct on (lender_id) lender_id, sex, birth_year, province from lender_facts where kept_at < $5
        order by lender_id, version desc
     ), midnight as (
       select ($4 + 1)::timestamp at time zone 'Asia/Jakarta' as at
     ), one as (
       select coalesce(class.kind, '') as kind, coalesce(t.sex, '') as sex, ${ageBand} as age,
              coalesce(t.province, '') as province, business_day(l.created_at) >= $6 as is_new,
              not (l.state = 'CLOSED' and l.state_since < midnight.at) as counts, coalesce(held.outstanding, 0) as outstanding
         from midnight join lender l on l.created_at < midnight.at and not l.is_member
         left join held on held.lender_id = l.id left join class on class.lender_id = l.id
         left join told t on t.lender_id = l.id
     ) ${grouped}`,
    [...classifiedValues(loans), last, knownBefore, first],
  )

/** The borrowers to whom a loan was paid out, by kind, sex, age band and province: of their loans, the newest told counts. */
export const borrowersOf = (
  db: Queryable,
  { first, last, knownBefore }: ClosedMonth,
  loans: ClassifiedLoans,
): Promise<PeopleGroup[]> =>
  many<PeopleGroup>(
    db,
    'reports.month.borrowers',
    `${classifiedGiven}, newest as (
       select distinct on (f.loan_id) f.*, l.borrower_id from loan_facts f join loan l on l.id = f.loan_id
        where f.kept_at < $5 order by f.loan_id, f.version desc
     ), told as (
       select borrower_id,
              (array_agg(borrower_kind order by kept_at desc, loan_id desc) filter (where borrower_kind is not null))[1] as kind,
              (array_agg(borrower_sex order by kept_at desc, loan_id desc) filter (where borrower_sex is not null))[1] as sex,
              (array_agg(borrower_birth_year order by kept_at desc, loan_id desc)
                 filter (where borrower_birth_year is not null))[1] as birth_year,
              (array_agg(province order by kept_at desc, loan_id desc) filter (where province is not null))[1] as province
         from newest group by borrower_id
     ), owed as (
       select l.borrower_id, sum(c.outstanding)::bigint as outstanding from classified c join loan l on l.id = c.loan_id
        group by l.borrower_id
     ), served as (
       select l.borrower_id, min(s.disbursed_on) as since from services_known($4, $5) s join loan l on l.id = s.loan_id
        group by l.borrower_id
     ), one as (
       select coalesce(t.kind, '') as kind, coalesce(t.sex, '') as sex, ${ageBand} as age,
              coalesce(t.province, '') as province, s.since >= $6 as is_new, true as counts,
              coalesce(o.outstanding, 0) as outstanding
         from served s left join owed o on o.borrower_id = s.borrower_id left join told t on t.borrower_id = s.borrower_id
     ) ${grouped}`,
    [...classifiedValues(loans), last, knownBefore, first],
  )
