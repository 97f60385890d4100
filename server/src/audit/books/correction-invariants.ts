import type { Invariant } from './invariant.ts'

/**
 * What each journal of a reversal, or of a reversed event, moved on each account. A lender's cash and receivable are
 * summed, because a correction reduces the cash or increases the receivable.
 */
const moved = `
  select of.reversal, case when a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL', 'LENDER_RECEIVABLE') then 'LENDER'
                           else a.kind end as kind, a.owner_id as owner, sum(line.amount) as amount
    from (
      select r.id as reversal, t.id from reversal r join transfer t on t.ref = r.id::text and t.kind = 'REVERSAL'
      union all
      select r.id, t.id from reversal r join transfer t on t.journal_id = r.journal_id
    ) of
    join transfer t on t.id = of.id
    cross join lateral (values (t.debit_account, -t.amount), (t.credit_account, t.amount)) as line (account, amount)
    join account a on a.id = line.account
   group by 1, 2, 3`

export const correctionInvariants: readonly Invariant[] = [
  {
    id: 'I37',
    holds:
      'a reversal moves exactly what it takes back the other way, but for the rupiah of tax by which it rounds the months of its lenders, once, and no other journal is one',
    sql: `
      select m.reversal::text as reversal, m.kind, m.owner, m.amount from (${moved}) m
        left join (
          select n.id as reversal, 'LENDER' as kind, l.lender_id as owner, -sum(l.tax) as amount from loan_payment n
            join lender_repayment l on l.payment_id = any(array[n.id, n.reverses])
           where n.reverses is not null group by n.id, l.lender_id
          union all
          select n.id, 'TAX_PAYABLE', 0, n.tax + p.tax from loan_payment n join loan_payment p on p.id = n.reverses
        ) rounded using (reversal, kind, owner)
       where m.amount <> coalesce(rounded.amount, 0)
      union all
      select r.id::text, r.kind, null, null from reversal r
       where r.kind <> 'TAKE_OVER' and (r.journal_id is not null) <> (r.kind in ('REPAYMENT', 'DISBURSEMENT', 'TOP_UP', 'CASH_OPENING', 'BANK_OPENING', 'PAYOUT', 'SUSPENSE_RETURN',
                                                    'BORROWER_PAYMENT', 'BORROWER_ASSIGNMENT', 'BORROWER_RETURN',
                                                    'WITHDRAWAL_RETURN', 'WITHDRAWAL_CHARGE', 'WITHDRAWAL_SETTLEMENT'))
          or (r.journal_id is not null) <> exists (select from transfer t where t.ref = r.id::text and t.kind = 'REVERSAL')
          or (r.journal_id is not null and not exists (select from transfer t where t.journal_id = r.journal_id
                and t.kind = case when r.kind = 'SUSPENSE_RETURN' or r.kind like 'BORROWER%' then 'SUSPENSE'
                                  when r.kind in ('WITHDRAWAL_CHARGE', 'WITHDRAWAL_SETTLEMENT') then 'WITHDRAWAL'
                                  when r.kind = 'TAKE_OVER' then 'OPENING' else r.kind end))
      union all
      select t.ref, t.kind, null, t.amount from transfer t
       where t.kind = 'REVERSAL' and not exists (select from reversal r where r.id::text = t.ref)`,
  },
  {
    id: 'I37b',
    holds:
      'a payment that was taken back is negated once, in all its parts but its tax, which follows from the month, and for each of its lenders',
    sql: `
      select coalesce(n.id, r.id) as id, n.reference, n.amount
        from (select * from loan_payment where occurrence < 0) n
        full join (select * from reversal where kind = 'REPAYMENT') r on r.id = n.id
        left join loan_payment p on p.id = n.reverses
       where (n.loan_id, n.reference, n.paid_on, n.amount, n.principal, n.interest, n.penalty, n.fee, n.excess, n.rounding,
              n.occurrence, r.of_id)
             is distinct from (p.loan_id, p.reference, p.paid_on, -p.amount, -p.principal, -p.interest, -p.penalty, -p.fee,
              -p.excess, -p.rounding, -p.occurrence, p.id::text)
          or exists (
            select from lender_repayment l where l.payment_id in (n.id, p.id)
             group by l.lender_id, l.funding_id, l.no
            having sum(l.principal) <> 0 or sum(l.interest) <> 0 or sum(l.penalty) <> 0)
      union all
      select null, reference, null from standing_payment group by reference, loan_id having count(*) > 1`,
  },
  {
    id: 'I37c',
    holds:
      'what a lender owes is what corrections and late payments of a bank found missing less what was recovered',
    sql: `
      select coalesce(o.lender_id, k.lender) as lender, o.owed, k.owed as moved
        from lender_receivable o
        full join (
          select a.owner_id as lender, sum(case when t.debit_account = a.id then t.amount else -t.amount end) as owed
            from account a join transfer t on a.id in (t.debit_account, t.credit_account)
           where a.kind = 'LENDER_RECEIVABLE' group by a.owner_id
        ) k on k.lender = o.lender_id
       where coalesce(o.owed, 0) <> coalesce(k.owed, 0)`,
  },
  {
    id: 'I37d',
    holds: 'the history tells each correction of a lender’s cash, and no other',
    sql: `
      with told as (
        select lender_id, coalesce(reversal_id, id)::text as ref, sum(amount) as amount from lender_correction group by 1, 2
      ), happened as (
        select a.owner_id as lender_id, t.ref, -sum(t.amount) as amount from transfer t
          join account a on a.id = t.debit_account and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')
         where t.kind in ('REVERSAL', 'RECOVERY') group by 1, 2
        union all
        select a.owner_id, t.ref, sum(t.amount) from transfer t
          join account a on a.id = t.credit_account and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')
         where t.kind = 'ADVANCE' group by 1, 2
      )
      select lender_id, ref, told.amount, happened.amount as moved from told full join happened using (lender_id, ref)
       where told.amount is distinct from happened.amount`,
  },
  {
    id: 'I38',
    holds:
      'a payout moved its amount once from its account to the bank or the borrower; no account of what is owed is below zero, and none of what is owed back above it',
    sql: `
      select p.id::text as payout, p.account_kind as kind, p.owner_id as owner, p.amount from payout p
        left join transfer t on t.kind = 'PAYOUT' and t.ref = p.id::text and t.amount = p.amount
         and exists (select from account d where d.id = t.debit_account and d.kind = p.account_kind and d.owner_id = p.owner_id)
         and exists (select from account c where c.id = t.credit_account
                       and (c.kind, c.owner_id) = (case when p.method_payment is null then 'BORROWER_CLEARING' else 'BANK_CLEARING' end,
                                                   coalesce(p.method_payment, p.owner_id)))
       group by p.id having count(t.id) <> 1
      union all
      select t.ref, t.kind, null, t.amount from transfer t
       where t.kind = 'PAYOUT' and not exists (select from payout p where p.id::text = t.ref)
      union all
      select null, a.kind, a.owner_id, sum(line.amount) from transfer t
       cross join lateral (values (t.debit_account, -t.amount), (t.credit_account, t.amount)) as line (account, amount)
        join account a on a.id = line.account
         and a.kind in ('BORROWER_EXCESS', 'TRANSFER_FEE', 'PLATFORM_CASH', 'SUSPENSE', 'TAX_PAYABLE', 'PLATFORM_FEE', 'TAX_RECEIVABLE',
                        'ROUNDING', 'PLATFORM_FEE_RECEIVABLE', 'TRANSFER_FEE_RECEIVABLE')
       group by a.kind, a.owner_id
      having case when a.kind like '%RECEIVABLE' or a.kind = 'ROUNDING' then sum(line.amount) > 0 else sum(line.amount) < 0 end
      union all
      select t.ref, t.kind, d.owner_id, t.amount from transfer t
        join account d on d.id = t.debit_account join account c on c.id = t.credit_account
       where (t.kind in ('CLAIM', 'SET_OFF') or d.kind like '%FEE_RECEIVABLE' or c.kind like '%FEE_RECEIVABLE'
              or 'TAX_RECEIVABLE' in (d.kind, c.kind))
         and (t.kind not in ('CLAIM', 'SET_OFF') or d.owner_id <> c.owner_id
              or case t.kind when 'CLAIM' then d.kind || ' ' || c.kind else c.kind || ' ' || d.kind end
                 not in ('TAX_RECEIVABLE TAX_PAYABLE', 'PLATFORM_FEE_RECEIVABLE PLATFORM_FEE',
                         'TRANSFER_FEE_RECEIVABLE TRANSFER_FEE'))`,
  },
  {
    id: 'I39',
    holds: 'how a lender is taxed is the newest of the versions that are kept of it',
    sql: `
      select l.id, l.tax_status, l.tax_rate_ppm, v.status, v.rate_ppm from lender l
        left join lateral (select status, rate_ppm from lender_tax_status v where v.lender_id = l.id
                            order by version desc limit 1) v on true
       where (l.tax_status, l.tax_rate_ppm) is distinct from (v.status, v.rate_ppm)`,
  },
]
