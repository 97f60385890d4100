/**
 * SQL for loans as recorded at an instant: a record counts only if it was made before, whatever its value date, so
 * later corrections change no earlier day. Continues a WITH list that begins with `asked (loan_id)`; $1 is the instant,
 * $2 the business day that it ends. Each row of `recorded` is a loan with a schedule at that time; `payment` has the
 * payments of the loans of which anything was recorded since, including later ones. Those loans are `replayed`: payments
 * are allocated to the oldest installment first, and a superseded installment counts with the amount paid on it. Of all
 * others the installments are still as they were then, and are read as they stand (`standing`), as the portfolio reads
 * them: a report of a hundred thousand fundings has few of the former. Only the payment of a loan that was recorded last is
 * looked at. Its time is that of the beginning of its transaction, which may be before that of another one that it waited
 * for; no transaction lasts the day by which more loans are replayed.
 */
export const recordedLoans = `
  replay as materialized (
    select loan_id from asked
     where (select p.created_at from loan_payment p where p.loan_id = asked.loan_id order by p.recorded desc limit 1)
           >= $1::timestamptz - interval '1 day'
        or exists (select from schedule_change c where c.loan_id = asked.loan_id and c.recorded_at >= $1)
        or exists (select from schedule_version v where v.loan_id = asked.loan_id and v.recorded_at >= $1)
  ), payment as materialized (
    select p.id, p.loan_id, p.principal, p.interest, p.created_at >= $1 as later
      from replay join loan_payment p using (loan_id)
  ), paid as materialized (
    select loan_id, sum(principal) as principal, sum(principal + interest) as pool
      from payment where not later group by loan_id
  ), changed as materialized (
    select distinct on (c.loan_id, c.no) c.loan_id, c.no, c.was_in_force
      from replay join schedule_change c using (loan_id) where c.recorded_at >= $1
     order by c.loan_id, c.no, c.recorded_at
  ), line as materialized (
    select i.loan_id, i.no, i.due_date, i.principal, i.interest, coalesce(c.was_in_force, i.superseded_on is null) as in_force
      from replay join installment i using (loan_id)
      join schedule_version v on v.loan_id = i.loan_id and v.version = i.version and v.recorded_at < $1
      left join changed c on c.loan_id = i.loan_id and c.no = i.no
  ), counted as (
    select line.loan_id, line.no, line.due_date, line.in_force,
           case when line.in_force then line.principal else coalesce(got.principal, 0) end as principal,
           sum(case when line.in_force then line.principal + line.interest else coalesce(got.both, 0) end)
             over (partition by line.loan_id order by line.no) as through
      from line left join lateral (
        select sum(r.principal) as principal, sum(r.principal + r.interest) as both
          from loan_payment p join lender_repayment r on r.payment_id = p.id and r.no = line.no
         where not line.in_force and p.loan_id = line.loan_id and p.created_at < $1
      ) got on true
  ), replayed as (
    select c.loan_id, max(c.due_date) filter (where c.in_force) as last_due,
           min(c.no) filter (where c.in_force and c.through > coalesce(paid.pool, 0)) as next_no,
           min(c.due_date) filter (where c.in_force and c.through > coalesce(paid.pool, 0)) as next_due,
           (sum(c.principal) - coalesce(max(paid.principal), 0))::bigint as outstanding
      from counted c left join paid on paid.loan_id = c.loan_id
     group by c.loan_id having bool_or(c.in_force)
  ), standing as (
    select i.loan_id, max(i.due_date) as last_due,
           min(i.no) filter (where i.principal_paid + i.interest_paid < i.principal + i.interest) as next_no,
           min(i.due_date) filter (where i.principal_paid + i.interest_paid < i.principal + i.interest) as next_due,
           sum(i.principal - i.principal_paid)::bigint as outstanding
      from asked join installment i using (loan_id)
     where i.superseded_on is null and asked.loan_id not in (select loan_id from replay)
     group by i.loan_id
  ), recorded as (
    select c.*,
           exists (select from write_off_record w where w.loan_id = c.loan_id and w.created_at < $1
                      and not exists (select from reversal r where r.kind = 'WRITE_OFF' and r.of_id = w.id::text
                                         and r.created_at < $1)) as written_off,
           exists (select from restructuring_record t where t.loan_id = c.loan_id and t.created_at < $1
                      and not exists (select from reversal r where r.kind = 'RESTRUCTURING'
                                         and r.of_id = t.loan_id || '/' || t.version
                                         and r.created_at < $1)) as restructured
      from (select * from standing union all select * from replayed) c
  )`

/** SQL for the days late of a row of `recorded` on day $2. */
export const recordedDaysLate = 'coalesce(greatest($2::date - recorded.next_due, 0), 0)'
