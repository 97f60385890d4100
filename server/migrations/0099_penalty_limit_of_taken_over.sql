-- Loans that were taken over with an opening balance and then put on new terms, settled early or corrected had got the
-- penalty limit of what was left of them. It is that of the loan again, as it was when they were taken over.
update loan_servicing s
   set penalty_limit = greatest(s.penalty_paid, least(
         floor(p.funded * t.penalty_maximum_ppm::numeric / 1000000)::bigint,
         p.funded - s.interest_due
         - (select coalesce(sum(m.interest), 0)::bigint from loan_payment m where m.loan_id = s.loan_id)
         - greatest(0, (select coalesce(sum(f.expected_interest), 0)::bigint from funding f
                         where f.loan_id = s.loan_id and f.state = 'SETTLED')
                       - (select coalesce(sum(i.interest), 0)::bigint from installment i
                           where i.loan_id = s.loan_id and i.version = 1))))
  from loan_take_over o, loan_terms t, loan_position p
 where o.loan_id = s.loan_id and o.as_of is not null and t.loan_id = s.loan_id and p.loan_id = s.loan_id;
