-- A loan that was taken over shows the day on which it was really paid out; loan_servicing keeps the day from which it is
-- serviced here.
update loan l set disbursed_on = t.disbursed_on from loan_take_over t
 where t.loan_id = l.id and t.as_of is not null and l.disbursed_on is distinct from t.disbursed_on;
