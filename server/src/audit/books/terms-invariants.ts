import type { Invariant } from './invariant.ts'

export const termsInvariants: readonly Invariant[] = [
  {
    id: 'I36',
    holds: 'a loan that was offered has its terms, its agreements say them, and it is serviced by them',
    sql: `
      select p.loan_id, p.status, null::uuid as agreement from loan_position p
       where p.status not in ('DRAFT', 'DELETED', 'CANCELLED')
         and not exists (select from loan_terms t where t.loan_id = p.loan_id)
      union all
      select s.loan_id, 'serviced', null from loan_servicing s join loan_terms t using (loan_id)
       where s.penalty_ppm_per_day <> t.penalty_ppm_per_day
      union all
      select a.loan_id, a.snapshot ->> 'allocation', a.id from agreement a join loan_terms t using (loan_id)
       where a.snapshot ? 'allocation'
         and (a.snapshot ->> 'allocation', (a.snapshot -> 'penalty' ->> 'dailyFraction')::numeric * 1000000,
              (a.snapshot -> 'penalty' ->> 'maximumFraction')::numeric * 1000000)
             is distinct from (t.allocation, t.penalty_ppm_per_day, t.penalty_maximum_ppm)`,
  },
  {
    id: 'I36b',
    holds:
      'payments are allocated by the order of their loan: to the oldest installment first, to its interest before its principal, and where penalty comes last to no penalty while something that has fallen due is unpaid',
    sql: `
      select p.loan_id, p.id, p.number as place from loan_payment p join loan_terms t using (loan_id)
       where p.allocation <> t.allocation
      union all
      select loan_id, null, no from installment
       where superseded_on is null and principal_paid > 0 and interest_paid < interest
      union all
      select loan_id, null, max(no) filter (where principal_paid + interest_paid > 0) from installment
       where superseded_on is null group by loan_id
      having min(no) filter (where principal_paid < principal or interest_paid < interest)
             < max(no) filter (where principal_paid + interest_paid > 0)
      union all
      select p.loan_id, p.id, i.no from standing_payment p
        join installment i on i.loan_id = p.loan_id
        join loan_servicing s on s.loan_id = p.loan_id
         and (i.due_date < p.paid_on or i.due_date = p.paid_on and i.version = s.agreed_version)
       where p.allocation = 'INTEREST_PRINCIPAL_PENALTY' and p.asked_penalty is null and p.penalty > 0
         and (i.superseded_on is null and (i.principal_paid < i.principal or i.interest_paid < i.interest)
              or exists (select from standing_payment later join lender_repayment r on r.payment_id = later.id
                          where later.loan_id = p.loan_id and later.number > p.number and r.no = i.no
                            and (later.paid_on, later.reference collate "C") > (p.paid_on, p.reference collate "C")
                            and r.principal + r.interest > 0))`,
  },
  {
    id: 'I36d',
    holds:
      'payments count by their value dates, and by their references on one day, whatever the order of recording: none pays an older installment of a schedule than one before it; of payments of before this rule only those with a newer one beside them are compared',
    sql: `
      with part as materialized (
        select p.loan_id, i.version, p.id, p.paid_on, p.reference, p.by_value_date, min(r.no) as first, max(r.no) as last
          from loan_payment p
          join lender_repayment r on r.payment_id = p.id and r.principal + r.interest > 0
          join installment i on i.loan_id = p.loan_id and i.no = r.no
         where p.reverses is null and not p.settles and not exists (select from loan_payment n where n.reverses = p.id)
         group by p.id, i.version
      ), placed as (
        select part.*, lag(last) over by_day as last_before, lag(id) over by_day as before, lag(by_value_date) over by_day as newer,
               lag(paid_on) over by_day as paid_on_before
          from part window by_day as (partition by loan_id, version order by paid_on, reference collate "C")
      )
      select loan_id, id, before from placed
       where first < last_before and (by_value_date or newer)
         -- A recovery on the day of the write-off comes behind the payments before it.
         and (paid_on > paid_on_before or not exists (select from write_off w where w.loan_id = placed.loan_id))`,
  },
  {
    id: 'I35',
    holds:
      'the schedule of a funding is the one of its agreement, and falls due by the periods of its loan from the day on which it was paid out',
    sql: `
      select f.loan_id, f.funding_id, null::smallint as no from loan_servicing s
        join funding_schedule f on f.loan_id = s.loan_id and f.version = s.agreed_version
        join agreement a on a.id = f.funding_id
       where a.snapshot ? 'schedule'
         and (jsonb_path_query_array(a.snapshot, '$.schedule[*].principal'),
              jsonb_path_query_array(a.snapshot, '$.schedule[*].interest'))
             is distinct from (to_jsonb(f.principal), to_jsonb(f.interest))
      union all
      select i.loan_id, null, i.no from (
        select i.*, s.disbursed_on, i.no - min(i.no) over (partition by i.loan_id) + 1 as period
          from installment i join loan_servicing s on s.loan_id = i.loan_id and i.version = s.agreed_version
      ) i join loan l on l.id = i.loan_id
       where i.due_date is distinct from
             case when l.tenor_period = 'MONTH' then (i.disbursed_on + i.period * interval '1 month')::date
                  when l.tenor_period = 'WEEK' then i.disbursed_on + 7 * i.period::int
                  when l.interest_type = 'BULLET' then i.disbursed_on + l.tenor
                  else i.disbursed_on + i.period::int end`,
  },
  {
    id: 'I36c',
    holds:
      'penalty stays within the limit of its loan, which is within its terms and, of a loan that was taken over, that of all that was lent and not of what was left; it is of an installment that was late on its day, and never more than all of that installment would have accrued until then (what a loan that was taken over is charged goes by its own agreements)',
    sql: `
      select loan_id, null::uuid as payment, penalty_paid from loan_servicing where penalty_paid > penalty_limit
      union all
      select p.loan_id, p.id, r.penalty from lender_repayment r
        join loan_payment p on p.id = r.payment_id and p.number is not null
        join installment i on i.loan_id = p.loan_id and i.no = r.no
       where r.penalty > 0 and i.due_date >= p.paid_on
      union all
      select s.loan_id, null, s.penalty_limit from loan_servicing s
        join loan_terms t using (loan_id) join loan_position p using (loan_id)
       where s.penalty_limit > greatest(s.penalty_paid, floor(p.total::numeric * t.penalty_maximum_ppm / 1000000))
      union all
      select s.loan_id, null, s.penalty_limit from loan_servicing s
        join loan_take_over o on o.loan_id = s.loan_id and o.as_of is not null
        join loan_terms t on t.loan_id = s.loan_id join loan_position p on p.loan_id = s.loan_id
       cross join lateral (
         select coalesce((select sum(f.expected_interest) from funding f where f.loan_id = s.loan_id and f.state = 'SETTLED'), 0)
                as in_all,
                coalesce((select sum(i.interest) from installment i where i.loan_id = s.loan_id
                            and i.version = (select min(b.version) from installment b
                                              where b.loan_id = s.loan_id and b.superseded_on is distinct from '-infinity')), 0) as opened,
                s.interest_due + coalesce((select sum(m.interest) from loan_payment m where m.loan_id = s.loan_id), 0) as here
       ) interest
       where s.penalty_limit < least(floor(p.total::numeric * t.penalty_maximum_ppm / 1000000),
                                     p.total - interest.here - greatest(0, interest.in_all - interest.opened))
      union all
      select loan_id, payment_id, penalty_so_far from (
        select p.loan_id, p.id as payment_id, r.no, p.paid_on, p.number, sum(r.penalty) as penalty,
               sum(sum(r.penalty)) over (partition by p.loan_id, r.no order by p.recorded) as penalty_so_far
          from lender_repayment r join loan_payment p on p.id = r.payment_id group by p.id, r.no
      ) line
        join loan_servicing s using (loan_id) join installment i using (loan_id, no)
       where line.penalty > 0 and line.number is not null
         and not exists (select from loan_take_over_record o where o.loan_id = line.loan_id)
         and penalty_so_far > floor((i.principal + i.interest)::numeric * (line.paid_on - i.due_date)
                                    * s.penalty_ppm_per_day / 1000000)`,
  },
]
