import type { Invariant } from './invariant.ts'

/** Withheld tax by the month of recording, computed from the lenders' repayments and their reversals. */
const said = `
  select r.lender_id, tax_period_of(p.created_at) as period, coalesce(r.tax_article, known.article) as article,
         coalesce(r.tax_rate_ppm, known.rate_ppm) as rate_ppm, sum(r.interest) as interest, sum(r.tax) as tax
    from lender_repayment r join loan_payment p on p.id = r.payment_id
    left join loan_payment negated on negated.id = p.reverses
    left join lateral taxed_as(r.lender_id, coalesce(negated.created_at, p.created_at)) known
      on r.tax_article is null or r.tax_rate_ppm is null
   group by 1, 2, 3, 4`

export const taxInvariants: readonly Invariant[] = [
  {
    id: 'I41',
    holds:
      'what was withheld of a lender in a month, by kind and rate, is what their repayments and reversals of that month say; and all of it is what these moved on TAX_PAYABLE in that month',
    sql: `
      select lender_id, period, article, rate_ppm, m.interest, m.tax, s.interest as said_interest, s.tax as said_tax
        from lender_tax_month m full join (${said}) s using (lender_id, period, article, rate_ppm)
       where (coalesce(m.interest, 0), coalesce(m.tax, 0)) <> (coalesce(s.interest, 0), coalesce(s.tax, 0))
      union all
      select null, period, null, null, null, m.tax, null, l.tax
        from (select period, sum(tax) as tax from lender_tax_month group by period) m
        full join (
          select tax_period_of(t.created_at) as period, sum(case when t.credit_account = a.id then t.amount else -t.amount end) as tax
            from account a join transfer t on a.id in (t.credit_account, t.debit_account)
            left join reversal r on t.kind = 'REVERSAL' and r.id::text = t.ref
           where a.kind = 'TAX_PAYABLE' and (t.kind = 'REPAYMENT' or r.kind = 'REPAYMENT') group by 1
        ) l using (period)
       where coalesce(m.tax, 0) <> coalesce(l.tax, 0)`,
  },
  {
    id: 'I41b',
    holds:
      'what was withheld in all tax periods less what was paid for them is what waits on TAX_PAYABLE less what the state owes back; what a payment set off was withheld in its period as well',
    sql: `
      select null::date as period, o.open, b.balance
        from (select coalesce(sum(withheld), 0) - coalesce(sum(paid), 0) as open from tax_period) o
       cross join (
         select coalesce(sum(line.amount), 0) as balance from account a
           join (select credit_account as account, amount from transfer
                 union all select debit_account, -amount from transfer) line on line.account = a.id
          where a.kind in ('TAX_PAYABLE', 'TAX_RECEIVABLE')
       ) b
       where o.open <> b.balance
      union all
      -- Tax may be paid before its month is over, and a repayment reversed after that: the reversed tax still counts as
      -- withheld.
      select p.tax_period, p.amount + p.tax_credit, m.net + r.reversed from payout p
       cross join lateral (
         select coalesce(sum(tax), 0) as net from lender_tax_month where period = p.tax_period
       ) m
       cross join lateral (
         select coalesce(-sum(l.tax), 0) as reversed from loan_payment q join lender_repayment l on l.payment_id = q.id
          where q.reverses is not null and tax_period_of(q.created_at) = p.tax_period
       ) r
       where p.tax_credit > 0 and p.amount + p.tax_credit > m.net + r.reversed`,
  },
  {
    id: 'I41c',
    holds:
      'a slip that counts says what was withheld of its lender by the books, of a month that was over, and its number is no other slip’s',
    sql: `
      select s.lender_id, s.period, s.number, s.interest, s.tax, m.interest as withheld_from, m.tax as withheld
        from standing_tax_slip s
        left join lender_tax_month m
          on (m.lender_id, m.period, m.article, m.rate_ppm) = (s.lender_id, s.period, s.article, s.rate_ppm)
       where (s.interest, s.tax) is distinct from (m.interest, m.tax) or s.period >= tax_period_of(s.kept_at)
          or exists (select from standing_tax_slip o
                      where o.number = s.number
                        and (o.lender_id, o.period, o.article, o.rate_ppm) <> (s.lender_id, s.period, s.article, s.rate_ppm))`,
  },
  {
    id: 'I41d',
    holds:
      'the versions of slips, of closed years and of tax numbers follow each other without a gap, and no tax number that counts is of two lenders',
    sql: `
      select 'slip' as what, lender_id as of, max(version) as newest, count(*) as versions from tax_slip
       group by lender_id, period, article, rate_ppm having max(version) <> count(*)
      union all
      select 'year', year, max(version), count(*) from tax_year group by year having max(version) <> count(*)
      union all
      select 'number', lender_id, max(version), count(*) from lender_tax_number
       group by lender_id having max(version) <> count(*)
      union all
      select 'number of two', min(lender_id), null, count(*) from (
        select distinct on (lender_id) lender_id, number_search from lender_tax_number order by lender_id, version desc
      ) present where number_search is not null group by number_search having count(*) > 1`,
  },
]
