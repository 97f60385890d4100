import type { Invariant } from './invariant.ts'

/**
 * Kinds of accounts with money that waits for a recipient, and of receivables from the same recipients, each with a
 * common name for both and the days that the money may wait.
 */
const waiting = `
  (values ('BORROWER_EXCESS', 'BORROWER_EXCESS', 60), ('TAX_PAYABLE', 'TAX_PAYABLE', 50), ('TAX_RECEIVABLE', 'TAX_PAYABLE', 50),
          ('PLATFORM_FEE', 'PLATFORM_FEE', 92), ('PLATFORM_FEE_RECEIVABLE', 'PLATFORM_FEE', 92),
          ('ROUNDING', 'PLATFORM_FEE', 92),
          ('TRANSFER_FEE', 'TRANSFER_FEE', 92), ('TRANSFER_FEE_RECEIVABLE', 'TRANSFER_FEE', 92),
          ('PLATFORM_CASH', 'PLATFORM_CASH', 92)) as rule (kind, name, days)`

export const clearingInvariants: readonly Invariant[] = [
  {
    id: 'I33d',
    holds:
      'what waits on the accounts of excess, tax, fees and the platform’s cash, less what their recipients owe back, is what payments, withdrawals and opening balances of banks brought less what the platform added to payments and what was paid out; and the clearing account of a borrower has what the loan was paid out less what came in',
    sql: `
      with said as (
        select 'TAX_PAYABLE' as name, 0::bigint as owner, tax as amount from loan_payment
        union all select 'PLATFORM_FEE', 0, fee - rounding from loan_payment
        union all select 'BORROWER_EXCESS', loan_id, excess from loan_payment
        union all select 'BORROWER_CLEARING', loan_id, -amount from loan_payment
        union all select 'BORROWER_CLEARING', loan_id, principal from loan_servicing
        union all select 'TRANSFER_FEE', method_payment, fee from withdrawal
                   where state = 'PAID' or end_reason = 'GIVEN_BACK'
        union all select 'TRANSFER_FEE', w.method_payment, -r.fee from withdrawal_return r
                    join withdrawal w on w.id = r.withdrawal_id
        union all select 'PLATFORM_CASH', method_payment, amount from bank_opening o
                   where not exists (select from reversal r where r.kind = 'BANK_OPENING' and r.of_id = o.id::text)
        union all select name, owner, amount from (
          select account_kind as name, owner_id as owner, -amount as amount, id from payout
          union all select 'BORROWER_CLEARING', owner_id, amount, id from payout where account_kind = 'BORROWER_EXCESS'
        ) out where not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = out.id::text)
      ), moved as (
        select coalesce(rule.name, a.kind) as name, a.owner_id as owner, line.amount from account a
          left join ${waiting} on rule.kind = a.kind
          join (select credit_account as account, amount from transfer
                union all select debit_account, -amount from transfer) line on line.account = a.id
         where rule.name is not null or a.kind = 'BORROWER_CLEARING'
      )
      select name, owner, s.amount as said, m.amount as moved
        from (select name, owner, sum(amount) as amount from said group by 1, 2) s
        full join (select name, owner, sum(amount) as amount from moved group by 1, 2) m using (name, owner)
       where coalesce(s.amount, 0) <> coalesce(m.amount, 0)`,
  },
  {
    id: 'I33e',
    holds:
      'nothing waits on a clearing account longer than it may: 60 days in suspense and as an excess, 50 days as tax (which is due on the 15th of the next month), 92 days as fees and as the platform’s cash',
    // Outgoing money counts against the oldest amounts first, so what is left are the newest incoming amounts.
    sql: `
      with line as (
        select rule.name, a.owner_id as owner, rule.days, t.created_at, t.id,
               case when t.credit_account = a.id then t.amount else -t.amount end as amount
          from account a join ${waiting} on rule.kind = a.kind join transfer t on a.id in (t.credit_account, t.debit_account)
         where t.kind not in ('CLAIM', 'SET_OFF')
      ), standing as (
        select name, owner, sum(amount) as balance from line group by 1, 2 having sum(amount) > 0
      ), came as (
        select line.*, s.balance, sum(line.amount) over (partition by name, owner order by created_at desc, id desc) as through
          from line join standing s using (name, owner) where line.amount > 0
      )
      select name, owner, balance, min(created_at) as since from came where through - amount < balance
       group by name, owner, balance, days
      having business_day(app_now()) - business_day(min(created_at)) > days
      union all
      select 'SUSPENSE', null, p.amount, p.told_at from bank_suspense s join bank_payment p on p.id = s.payment_id
       where s.ended_at is null and business_day(app_now()) - business_day(p.told_at) > 60
      union all
      select 'BORROWER_SUSPENSE', null, p.amount, p.created_at from borrower_payment_now p
       where p.state = 'WAITS' and business_day(app_now()) - business_day(p.created_at) > 60`,
  },
]
