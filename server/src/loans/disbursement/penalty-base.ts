/**
 * SQL for a row `s` of loan_servicing: the principal that was lent with the loan. For a loan that was taken over, `s` has
 * only what was left of it.
 */
export const lentOf = '(select p.funded from loan_position p where p.loan_id = s.loan_id)'

/**
 * SQL for a row `s` of loan_servicing: interest of the loan that was settled before it was taken over, which is the
 * interest of its terms less that of the schedule with which service began; 0 for other loans.
 */
export const interestBefore = `coalesce((
  select greatest(0, (select sum(f.expected_interest) from funding f where f.loan_id = o.loan_id and f.state = 'SETTLED')
                     - (select sum(v.interest) from installment v
                         where v.loan_id = o.loan_id
                           -- Not of a schedule that was taken back.
                           and v.version = (select min(first.version) from installment first
                                             where first.loan_id = o.loan_id and first.superseded_on is distinct from '-infinity')))
    from loan_take_over o where o.loan_id = s.loan_id and o.as_of is not null), 0)::bigint`
