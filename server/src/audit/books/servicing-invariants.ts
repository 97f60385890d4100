import type { Invariant } from './invariant.ts'

/**
 * The amounts of an installment that count: the whole amount while it is in force, only what was paid once another
 * version has replaced it.
 */
const dues = `
  select loan_id, no, version, superseded_on, principal_paid, interest_paid, penalty_paid,
         case when superseded_on is null then principal else principal_paid end as principal,
         case when superseded_on is null then interest else interest_paid end as interest
    from installment`

/** Each funding's share of each installment, one row per share. */
const shares = `
  select s.loan_id, s.lender_id, s.funding_id, s.first_no + place.n - 1 as no, s.principal[place.n] as principal,
         s.interest[place.n] as interest
    from funding_schedule s cross join lateral generate_series(1, cardinality(s.principal)) as place (n)`

export const servicingInvariants: readonly Invariant[] = [
  {
    id: 'I21',
    holds:
      'a payment of a borrower and what the platform added to it is what its lenders got, with their tax, and fee and excess, to the rupiah',
    sql: `
      select p.id, p.amount, r.principal, r.interest, r.penalty, r.tax from loan_payment p
        left join (
          select payment_id, sum(principal) as principal, sum(interest) as interest, sum(penalty) as penalty, sum(tax) as tax
            from lender_repayment group by payment_id
        ) r on r.payment_id = p.id
       where p.amount + p.rounding <> p.principal + p.interest + p.penalty + p.fee + p.excess
          or (p.principal, p.interest, p.penalty, p.tax) is distinct from
             (coalesce(r.principal, 0), coalesce(r.interest, 0), coalesce(r.penalty, 0), coalesce(r.tax, 0))`,
  },
  {
    id: 'I21b',
    holds:
      'a payment moved to each lender what they got less their tax, and tax, fee and excess to their accounts, and from the account of rounding what it lacked',
    sql: `
      with said as (
        select r.payment_id::text as ref, 'LENDER_CASH' as kind, r.lender_id as owner,
               sum(r.principal + r.interest + r.penalty - r.tax) as amount
          from lender_repayment r join loan_payment p on p.id = r.payment_id and p.reverses is null
         group by r.payment_id, r.lender_id
        union all select id::text, 'TAX_PAYABLE', 0, tax from loan_payment where reverses is null
        union all select id::text, 'PLATFORM_FEE', 0, fee from loan_payment where reverses is null
        union all select id::text, 'BORROWER_EXCESS', loan_id, excess from loan_payment where reverses is null
        union all select id::text, 'BORROWER_CLEARING', loan_id, rounding from loan_payment where reverses is null
      ), moved as (
        select t.ref, c.kind, c.owner_id as owner, sum(t.amount) as amount
          from transfer t join account c on c.id = t.credit_account
         where t.kind = 'REPAYMENT' group by t.ref, c.kind, c.owner_id
      )
      select ref, kind, owner, s.amount as said, m.amount as moved
        from (select * from said where amount <> 0) s full join moved m using (ref, kind, owner)
       where s.amount is distinct from m.amount
      union all
      select t.ref, d.kind, d.owner_id, null, t.amount
        from transfer t join account d on d.id = t.debit_account left join loan_payment p on p.id::text = t.ref
        join account c on c.id = t.credit_account
       where t.kind = 'REPAYMENT' and (d.kind, d.owner_id) is distinct from ('BORROWER_CLEARING', p.loan_id)
         and (d.kind, d.owner_id, c.kind) is distinct from ('ROUNDING', 0, 'BORROWER_CLEARING')`,
  },
  {
    id: 'I21c',
    holds: 'the shares of each installment add up to it, and those of a schedule to what each funding lent',
    sql: `
      select i.loan_id, i.no, i.principal, i.interest, s.principal as shares, s.interest as interest_shares
        from installment i
        join loan_servicing using (loan_id)
        left join (select loan_id, no, sum(principal) as principal, sum(interest) as interest from (${shares}) share
                    group by loan_id, no) s on s.loan_id = i.loan_id and s.no = i.no
       where i.principal <> coalesce(s.principal, 0) or i.interest <> coalesce(s.interest, 0)
      union all
      select s.loan_id, s.first_no, f.amount, null, sum(part), null
        from funding_schedule s
        join funding f on f.lender_id = s.lender_id and f.id = s.funding_id
        left join archived_agreement g on g.funding_id = f.id
        cross join lateral unnest(s.principal) as part
       where s.version = (select min(b.version) from funding_schedule b where b.lender_id = s.lender_id and b.funding_id = s.funding_id)
       group by s.loan_id, s.first_no, f.id, f.amount, g.principal_left
      having sum(part) <> coalesce(g.principal_left, f.amount)`,
  },
  {
    id: 'I21d',
    holds:
      'what is withheld of a lender in a month by an article and rate is floor(rate x gross) of all interest of that month, which they had when it was paid (months of before were rounded down for each installment); and what is taken back is taxed as it was',
    sql: `
      select r.lender_id, tax_period_of(p.created_at) as period, r.tax_article, r.tax_rate_ppm, sum(r.interest) as interest,
             sum(r.tax) as tax
        from lender_repayment r join loan_payment p on p.id = r.payment_id
       where r.tax_article is not null and r.tax_rate_ppm is not null
         and not exists (select from lender_tax_month m
                          where (m.lender_id, m.period, m.article, m.rate_ppm)
                                = (r.lender_id, tax_period_of(p.created_at), r.tax_article, r.tax_rate_ppm) and m.rounded_each)
       group by 1, 2, 3, 4
      having sum(r.interest) > 0 and sum(r.tax) <> floor(sum(r.interest) * r.tax_rate_ppm / 1000000)
      union all
      select r.lender_id, null, r.tax_article, r.tax_rate_ppm, r.interest, r.tax from lender_repayment r
       where r.interest > 0 and r.tax_rate_ppm is not null
         and (r.tax > r.interest
              or not exists (select from lender_tax_status s where s.lender_id = r.lender_id and s.rate_ppm = r.tax_rate_ppm))
      union all
      select n.lender_id, null, n.tax_article, n.tax_rate_ppm, n.interest, n.tax from loan_payment p
        join lender_repayment n on n.payment_id = p.id
        join lender_repayment r on r.payment_id = p.reverses and (r.lender_id, r.funding_id, r.no) = (n.lender_id, n.funding_id, n.no)
       where (n.tax_rate_ppm, n.tax_article) is distinct from (r.tax_rate_ppm, r.tax_article)`,
  },
  {
    id: 'I22',
    holds: 'nobody was paid more than was due: no installment, and no funding of one',
    sql: `
      select i.loan_id, i.no, null::uuid as funding, i.principal_paid as paid, r.principal as received
        from installment i
        left join (
          select p.loan_id, r.no, sum(r.principal) as principal, sum(r.interest) as interest, sum(r.penalty) as penalty
            from lender_repayment r join loan_payment p on p.id = r.payment_id group by p.loan_id, r.no
        ) r on r.loan_id = i.loan_id and r.no = i.no
       where i.principal_paid > i.principal or i.interest_paid > i.interest
          or (i.principal_paid, i.interest_paid, i.penalty_paid) is distinct from
             (coalesce(r.principal, 0), coalesce(r.interest, 0), coalesce(r.penalty, 0))
      union all
      select s.loan_id, s.no, s.funding_id, s.principal, r.principal from (${shares}) s
        join (select funding_id, no, sum(principal) as principal, sum(interest) as interest
                from lender_repayment group by funding_id, no) r on r.funding_id = s.funding_id and r.no = s.no
       where r.principal > s.principal or r.interest > s.interest`,
  },
  {
    id: 'I22c',
    holds:
      'the platform added to a payment only what was left of installments that it paid on and closed, less than the tolerance of its loan in all, and no payment left such a residue open',
    sql: `
      select p.loan_id, null::uuid as payment, sum(p.rounding) as rounding from loan_payment p join loan_terms t using (loan_id)
       group by p.loan_id, t.rounding_tolerance
      having sum(p.rounding) < 0 or sum(p.rounding) > 0 and sum(p.rounding) >= t.rounding_tolerance
      union all
      select p.loan_id, p.id, p.rounding from standing_payment p
       where p.rounding > 0 and (p.excess > 0 or not exists (
         select from lender_repayment r join installment i on i.loan_id = p.loan_id and i.no = r.no
          where r.payment_id = p.id and i.principal_paid = i.principal and i.interest_paid = i.interest))
      union all
      -- The last payment of a loan. What was paid before closing was a rule stays as it was.
      select p.loan_id, p.id, i.due from (
        select distinct on (loan_id) * from standing_payment order by loan_id, recorded desc
      ) p
        join loan_terms t using (loan_id)
        join lateral (
          select i.principal + i.interest as asks, i.principal + i.interest - i.principal_paid - i.interest_paid as due
            from installment i
           where i.loan_id = p.loan_id and i.superseded_on is null
             and exists (select from lender_repayment r where r.payment_id = p.id and r.no = i.no and r.principal + r.interest > 0)
        ) i on i.due > 0
       where p.created_at > t.rounding_since and 10 * i.due <= i.asks
         and i.due < t.rounding_tolerance - (select coalesce(sum(o.rounding), 0) from loan_payment o where o.loan_id = p.loan_id)`,
  },
  {
    id: 'I22b',
    holds: 'a loan is REPAID when nothing of it is due, and only then',
    sql: `
      select p.loan_id, p.status, d.due from loan_position p
        left join (select loan_id, sum(principal + interest - principal_paid - interest_paid) as due
                     from (${dues}) due group by loan_id) d on d.loan_id = p.loan_id
       where (p.status = 'REPAID' and d.due is distinct from 0) or (p.status in ('ACTIVE', 'RESTRUCTURED') and d.due = 0)`,
  },
  {
    id: 'I23',
    holds: 'what is kept as due of a loan and of each of its fundings is what schedule and payments give',
    sql: `
      select s.loan_id, null::uuid as funding, s.principal_due as kept, d.principal as computed from loan_servicing s
        left join (
          select loan_id, sum(principal - principal_paid) as principal, sum(interest - interest_paid) as interest,
                 sum(penalty_paid) as penalty
            from (${dues}) due group by loan_id
        ) d on d.loan_id = s.loan_id
       where (s.principal_due, s.interest_due, s.penalty_paid) is distinct from (d.principal, d.interest, d.penalty)
      union all
      select s.loan_id, s.funding_id, b.principal_due, s.principal from (
        select s.loan_id, s.lender_id, s.funding_id,
               coalesce(sum(s.principal - coalesce(r.principal, 0)) filter (where i.superseded_on is null), 0) as principal,
               coalesce(sum(s.interest - coalesce(r.interest, 0)) filter (where i.superseded_on is null), 0) as interest
          from (${shares}) s
          join loan_servicing using (loan_id)
          join installment i on i.loan_id = s.loan_id and i.no = s.no
          left join (select funding_id, no, sum(principal) as principal, sum(interest) as interest
                       from lender_repayment group by funding_id, no) r on r.funding_id = s.funding_id and r.no = s.no
         -- A schedule that was taken back is of nobody, also where its funding has no other.
         where i.superseded_on is distinct from '-infinity'
         group by s.loan_id, s.lender_id, s.funding_id
      ) s left join (
        select distinct on (funding_id) funding_id, to_lender from holding_transfer order by funding_id, value_date desc
      ) now on now.funding_id = s.funding_id
       left join funding_balance b on b.lender_id = coalesce(now.to_lender, s.lender_id) and b.funding_id = s.funding_id
       where (b.principal_due, b.interest_due) is distinct from (s.principal, s.interest)`,
  },
  {
    id: 'I23b',
    holds:
      'a loan that was paid out sent all that was funded to its borrower once, on its own account; one with an opening balance sent nothing, and shows the day on which it was really paid out',
    sql: `
      select p.loan_id, p.status, s.principal, count(t.id) as transfers from loan_position p
        full join loan_servicing s on s.loan_id = p.loan_id
        left join account c on c.kind = 'BORROWER_CLEARING' and c.owner_id = p.loan_id and c.id = s.clearing_account
        left join transfer t on t.kind = 'DISBURSEMENT' and t.ref = p.loan_id::text
          and t.debit_account = p.escrow_account and t.credit_account = c.id and t.amount = p.funded
          and not exists (select from reversal r where r.journal_id = t.journal_id)
        left join loan l on l.id = p.loan_id
        left join loan_take_over o on o.loan_id = p.loan_id
       group by p.loan_id, p.status, p.funded, s.loan_id, s.principal, s.disbursed_on, l.disbursed_on, o.principal_left, o.disbursed_on
      having (p.status in ('ACTIVE', 'REPAID', 'RESTRUCTURED', 'WRITTEN_OFF')) is distinct from (s.loan_id is not null)
          or l.disbursed_on is distinct from coalesce(o.disbursed_on, s.disbursed_on)
          or count(t.id) <> (s.loan_id is not null and o.principal_left is null)::int
          or (s.loan_id is not null and s.principal <> coalesce(o.principal_left, p.funded))
      union all
      select null, null, t.amount, 0 from transfer t
       where t.kind = 'DISBURSEMENT' and not exists (select from loan_servicing s where s.loan_id::text = t.ref)
         and not exists (select from reversal r where r.journal_id = t.journal_id)`,
  },
]
