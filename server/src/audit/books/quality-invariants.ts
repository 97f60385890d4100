import { loansOnDay } from '../../loans/index.ts'
import type { Invariant } from './invariant.ts'

/** Days ago of the past days that are measured anew. */
const sampledDays = '1, 8, 31, 92, 366'

/**
 * Loans of which a past day is measured otherwise than their payments give, installment by installment. Only loans all of
 * whose payments are allocated by value date are compared.
 */
const measuredOtherwise = `
      with ${loansOnDay.replaceAll('$1', 'sampled.day')}, own as (
        select s.loan_id, s.principal - coalesce(paid.principal, 0) as outstanding, late.oldest_due
          from loan_servicing s
          left join (select loan_id, sum(principal) as principal from loan_payment where paid_on <= sampled.day group by loan_id) paid
            on paid.loan_id = s.loan_id
          left join (
            select i.loan_id, min(i.due_date) as oldest_due from installment i
              left join (
                select p.loan_id, r.no, sum(r.principal + r.interest) as amount
                  from loan_payment p join lender_repayment r on r.payment_id = p.id
                 where p.paid_on <= sampled.day group by p.loan_id, r.no
              ) got on got.loan_id = i.loan_id and got.no = i.no
             where i.due_date < sampled.day and (i.superseded_on is null or i.superseded_on > sampled.day)
               and coalesce(got.amount, 0) < i.principal + i.interest
             group by i.loan_id
          ) late on late.loan_id = s.loan_id
         where s.disbursed_on <= sampled.day and s.principal > coalesce(paid.principal, 0)
           and not exists (select from write_off w where w.loan_id = s.loan_id and w.written_off_on <= sampled.day)
      )
      select loan_id, loans.outstanding, loans.oldest_due, own.outstanding as own, own.oldest_due as own_due
        from loans full join own using (loan_id)
       where (loans.outstanding, loans.oldest_due) is distinct from (own.outstanding, own.oldest_due)
         and not exists (select from loan_payment p where p.loan_id = coalesce(loans.loan_id, own.loan_id) and not p.by_value_date)`

export const qualityInvariants: readonly Invariant[] = [
  {
    id: 'I25',
    holds:
      'a closed day never changes: the days follow each other, each carries the seal of the one before, of its figures and of its late loans, and the audit trail knows it',
    sql: `
      select d.date, encode(d.hash, 'hex') as hash, encode(d.expected, 'hex') as expected from (
        select c.date, c.hash, e.hash as told, lag(c.date) over w as day_before, late.figures,
               array[c.total - c.lancar, c.dalam_perhatian_khusus, c.kurang_lancar, c.diragukan, c.macet] as kept,
               day_close_hash(lag(c.hash) over w, c.date,
                 array[c.loans, c.total, c.lancar, c.dalam_perhatian_khusus, c.kurang_lancar, c.diragukan, c.macet],
                 late.text) as expected
          from day_close c
          cross join lateral (
            select string_agg(concat_ws(':', loan_id, days_late, quality_days, outstanding), ',' order by loan_id) as text,
                   array[coalesce(sum(outstanding), 0),
                         coalesce(sum(outstanding) filter (where quality_days <= 30), 0),
                         coalesce(sum(outstanding) filter (where quality_days between 31 and 60), 0),
                         coalesce(sum(outstanding) filter (where quality_days between 61 and 90), 0),
                         coalesce(sum(outstanding) filter (where quality_days > 90), 0)]::bigint[] as figures
              from day_close_late l where l.date = c.date
          ) late
          left join (
            select subject, min(detail ->> 'hash') as hash, count(distinct detail ->> 'hash') as versions from audit_event
             where operation = 'closeDay' and outcome = 'done' group by subject
          ) e on e.subject = 'day:' || c.date and e.versions = 1
        window w as (order by c.date)
      ) d
       where d.hash is distinct from d.expected
          -- The entries of older days may be retired.
          or (d.told is distinct from encode(d.hash, 'hex') and not (d.told is null and d.date < coalesce(
                (select business_day(audit_time_of(end_id)) from audit_retirement order by end_id desc limit 1), '-infinity')))
          or d.kept <> d.figures or d.date <> coalesce(d.day_before + 1, d.date)
      union all
      select null, null, null from day_close
       having max(date) is distinct from (select max(substring(subject from 5)::date) from audit_event
                             where operation = 'closeDay' and outcome = 'done')`,
  },
  {
    id: 'I25e',
    holds: `a past day, measured now (${sampledDays} days ago), is as payments by value date and the schedules in force on it give, without what was taken back`,
    // One statement for all days, because planning it takes longer than reading small books.
    sql: `
      select sampled.day, otherwise.* from unnest(array[${sampledDays}]) ago
       cross join lateral (select business_day(app_now()) - ago as day) sampled
       cross join lateral (${measuredOtherwise}) otherwise`,
  },
  {
    id: 'I25b',
    holds: 'a loan that is written off says so, and one that says so was',
    sql: `
      select p.loan_id, p.status, w.written_off_on from loan_position p
        left join write_off w on w.loan_id = p.loan_id
       where (p.status = 'WRITTEN_OFF') <> (w.loan_id is not null)`,
  },
  {
    id: 'I25c',
    holds:
      'a new schedule by both parties takes over the whole unpaid principal and the interest that was kept, and the loan says so',
    sql: `
      select r.loan_id, r.version, i.principal, i.first_interest, p.status from restructuring r
        join loan_position p on p.loan_id = r.loan_id
        left join lateral (
          select sum(n.principal) as principal, (array_agg(n.interest order by n.no))[1] as first_interest
            from installment n where n.loan_id = r.loan_id and n.version = r.version
        ) i on true
       where i.principal is distinct from r.principal or i.first_interest < r.interest_kept
          or p.status not in ('RESTRUCTURED', 'REPAID', 'WRITTEN_OFF')`,
  },
  {
    id: 'I25d',
    holds:
      'the days of a loan follow each other: it is funded before it is paid out, falls due and is paid, put on new terms and written off after that',
    sql: `
      select s.loan_id, 'funded' as what, coalesce(g.signed_on, business_day(coalesce(f.ended_at, f.created_at))) as on, l.disbursed_on
        from loan_servicing s join loan l on l.id = s.loan_id join funding f on f.loan_id = s.loan_id and f.state = 'SETTLED'
        left join archived_agreement g on g.funding_id = f.id
       where coalesce(g.signed_on, business_day(coalesce(f.ended_at, f.created_at))) > l.disbursed_on
      union all
      select s.loan_id, what, day, s.disbursed_on from loan_servicing s
        join (
          -- Loans with an opening balance are left out: their overdue date follows from the recorded days late, not
          -- from the terms.
          select loan_id, 'due' as what, due_date as day, null::timestamptz as recorded from installment i where superseded_on is null
             and not exists (select from loan_take_over o where o.loan_id = i.loan_id and o.as_of is not null)
          union all select loan_id, 'paid', paid_on, created_at from standing_payment
          union all select loan_id, 'on new terms', agreed_on, created_at from restructuring
          union all select loan_id, 'written off', written_off_on, created_at from write_off
        ) e using (loan_id)
       where e.day < s.disbursed_on or e.day > business_day(e.recorded)`,
  },
]
