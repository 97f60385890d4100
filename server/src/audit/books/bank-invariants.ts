import type { Invariant } from './invariant.ts'

export const bankInvariants: readonly Invariant[] = [
  {
    id: 'I12b',
    holds: 'a payment that a bank told us of for a lender’s number is that lender’s top-up, to the rupiah',
    sql: `
      select p.id, p.bank, p.payment_request_id, p.amount from bank_payment p
       where p.lender_id is not null
         and not exists (select from top_up u where u.bank = p.bank and u.payment_request_id = p.payment_request_id
                            and u.id = p.id and u.lender_id = p.lender_id and u.amount = p.amount)`,
  },
  {
    id: 'I12c',
    holds:
      'a payment is in the books once, whoever reported it: each top-up is of the payment that has its id and its name, and each payment has the names that nobody can use again',
    sql: `
      select u.id, u.bank, u.payment_request_id, u.amount from top_up u
       where not exists (select from bank_payment p where p.id = u.id and p.bank = u.bank
                            and p.payment_request_id = u.payment_request_id and p.amount = u.amount)
      union all
      select p.id, p.bank, p.payment_request_id, p.amount from bank_payment p
       where not exists (select from bank_payment_name n where n.bank = p.bank
                            and n.name = upper(btrim(p.payment_request_id) collate "C"))
      union all
      select c.payment_id, c.bank, c.payment_request_id, null from bank_payment_notice c
       where not exists (select from bank_payment_name n where n.bank = c.bank
                            and n.name = upper(btrim(c.payment_request_id) collate "C"))
          or exists (select from bank_payment p where p.bank = c.bank and p.payment_request_id = c.payment_request_id
                        and current_payment(p.id) <> current_payment(c.payment_id))`,
  },
  {
    id: 'I12d',
    holds:
      'a top-up that was taken back is one that was credited; what the bank had reported waits in suspense in its place, whole and as old as it is, as does one whose return to the payer was taken back, and no payment stands in the place of one of which nothing was taken back',
    sql: `
      select r.of_id as id, p.bank, p.payment_request_id, p.amount from reversal r
        left join bank_payment p on p.id::text = r.of_id
        left join bank_payment n on n.id = r.id
        left join bank_suspense s on s.payment_id = n.id
       where r.kind = 'TOP_UP'
         and (not exists (select from transfer t where t.journal_id = r.journal_id and t.kind = 'TOP_UP' and t.ref = r.of_id)
              or not exists (select from top_up u where u.id::text = r.of_id)
              or ((n.id is not null or p.told_by <> 'OPERATOR'
                   or exists (select from bank_payment_notice c where c.payment_id = p.id))
                  and (n.bank, n.amount, n.told_at, n.replaces) is distinct from (p.bank, p.amount, p.told_at, p.id))
              or (n.id is not null and s.payment_id is null))
      union all
      select r.of_id, p.bank, p.payment_request_id, p.amount from reversal r
        left join bank_payment p on p.id::text = r.of_id
        left join bank_suspense s on s.payment_id = p.id
        left join bank_payment n on n.id = r.id
       where r.kind = 'SUSPENSE_RETURN'
         and (s.return_reference is null
              or (n.bank, n.amount, n.told_at, n.replaces) is distinct from (p.bank, p.amount, p.told_at, p.id)
              or not exists (select from bank_suspense w where w.payment_id = n.id))
      union all
      select p.id::text, p.bank, p.payment_request_id, p.amount from bank_payment p
       where p.replaces is not null
         and not exists (select from reversal r where r.kind in ('TOP_UP', 'SUSPENSE_RETURN', 'UNCONFIRMED_TOP_UP')
                            and r.of_id = p.replaces::text)`,
  },
  {
    id: 'I12e',
    holds:
      'cash that was taken over moved once from its bank’s clearing account to its lender, and what was there beyond it to the platform’s cash at that bank; one amount of a lender, and one balance, stands at a bank, and what was taken back has a later one at most',
    sql: `
      select o.id, o.lender_id, o.method_payment, o.amount, count(t.id) as transfers from cash_opening o
        left join transfer t on t.kind = 'CASH_OPENING' and t.ref = o.id::text and t.amount = o.amount
          and t.debit_account in (select id from account where kind = 'BANK_CLEARING' and owner_id = o.method_payment)
          and t.credit_account in (
            select id from account where owner_id = o.lender_id
               and (kind = 'LENDER_CASH' or (kind = 'LENDER_CASH_ADDITIONAL' and o.method_payment = 2)))
       group by o.id having count(t.id) <> 1
      union all
      select null, null, null, t.amount, null from transfer t where t.kind = 'CASH_OPENING'
         and not exists (select from cash_opening o where o.id::text = t.ref)
      union all
      select o.id, o.lender_id, o.method_payment, o.amount, null from cash_opening o
       where o.occurrence < (select max(n.occurrence) from cash_opening n
                              where n.lender_id = o.lender_id and n.method_payment = o.method_payment)
         and not exists (select from reversal r where r.kind = 'CASH_OPENING' and r.of_id = o.id::text)
      union all
      select o.id, null, o.method_payment, o.amount, count(t.id) from bank_opening o
        left join transfer t on t.kind = 'BANK_OPENING' and t.ref = o.id::text and t.amount = o.amount
          and t.debit_account in (select id from account where kind = 'BANK_CLEARING' and owner_id = o.method_payment)
          and t.credit_account in (select id from account where kind = 'PLATFORM_CASH' and owner_id = o.method_payment)
       group by o.id having count(t.id) <> 1
      union all
      select o.id, null, o.method_payment, o.amount, null from bank_opening o
       where o.occurrence < (select max(n.occurrence) from bank_opening n where n.method_payment = o.method_payment)
         and not exists (select from reversal r where r.kind = 'BANK_OPENING' and r.of_id = o.id::text)
      union all
      select null, null, null, null, null from reversal r where r.kind = 'CASH_OPENING'
         and not exists (select from cash_opening o join transfer t on t.kind = 'CASH_OPENING' and t.ref = o.id::text
                          where o.id::text = r.of_id and t.journal_id = r.journal_id)`,
  },
  {
    id: 'I13',
    holds:
      'a payment for nobody’s number, or taken back from a lender, went to suspense, whole and once, and from there at most to one lender; what only an operator recorded went there in no account',
    sql: `
      select p.id, p.bank, p.payment_request_id, p.amount from bank_payment p
        left join bank_suspense s on s.payment_id = p.id
        left join top_up u on u.id = p.id
       where p.lender_id is null
         and (s.payment_id is null or s.lender_id is distinct from u.lender_id or u.amount <> p.amount
              or (select coalesce(sum(t.amount), 0) from transfer t join account a on a.id = t.credit_account
                   where t.kind in ('SUSPENSE', 'REVERSAL') and t.ref = p.id::text and a.kind = 'SUSPENSE') <> case s.reason when 'UNCONFIRMED' then 0 else p.amount end)
      union all
      select p.id, p.bank, p.payment_request_id, p.amount from bank_suspense s join bank_payment p on p.id = s.payment_id
       where p.lender_id is not null`,
  },
  {
    id: 'I13b',
    holds:
      'what an operator recorded is nobody’s before the bank’s notice or line has it: what was credited at an operator’s word has its reason, and what was taken back its reversal',
    sql: `
      select p.id, p.bank, p.payment_request_id, p.amount, s.ended_at from bank_payment p
        left join bank_suspense s on s.payment_id = p.id and s.reason = 'UNCONFIRMED'
       where p.told_by = 'OPERATOR' and (p.lender_id is not null or s.lender_id is not null)
         and not exists (select from top_up_without_line w where w.payment_id = p.id)
         and not exists (select from bank_payment_notice c where c.payment_id = p.id)
         and not exists (select from bank_line l where l.id = s.line_id and l.type = 'CREDIT' and l.amount = p.amount
                            and l.method_payment = case p.bank when 'BNI' then 1 else 2 end)
      union all
      select p.id, p.bank, p.payment_request_id, p.amount, s.ended_at
        from bank_suspense s join bank_payment p on p.id = s.payment_id
       where s.reason = 'UNCONFIRMED'
         and (p.told_by <> 'OPERATOR' or p.lender_id is not null or s.return_reference is not null
              or (s.lender_id is not null and s.lender_id <> s.intended_for)
              or (s.ended_at is not null and s.lender_id is null and not exists (
                   select from reversal r where r.id = s.reversal_id and r.kind = 'UNCONFIRMED_TOP_UP' and r.of_id = p.id::text)))
      union all
      select p.id, p.bank, r.of_id, p.amount, null from reversal r left join bank_payment p on p.id::text = r.of_id
       where r.kind = 'UNCONFIRMED_TOP_UP'
         and not exists (select from bank_suspense s where s.reversal_id = r.id and s.payment_id::text = r.of_id)`,
  },
  {
    id: 'I14b',
    holds: 'money that came in for a number is the money of the lender whose number it is at that bank',
    sql: `
      select p.id, p.number, p.lender_id from bank_payment p
       where p.lender_id is not null and p.number is not null
         and not exists (select from lender_virtual_account v where v.number = ltrim(p.number) and v.lender_id = p.lender_id
                            and v.method_payment = case p.bank when 'BNI' then 1 else 2 end)`,
  },
  {
    id: 'I33',
    holds:
      'suspense returns to zero for each payment that found its lender, and keeps the amount of each that waits',
    sql: `
      select refs.ref, refs.kept, waits.amount as waits from (
        select ref, sum(change) as kept from (
          select t.ref, t.amount as change from transfer t join account a on a.id = t.credit_account where a.kind = 'SUSPENSE'
          union all
          select t.ref, -t.amount from transfer t join account a on a.id = t.debit_account where a.kind = 'SUSPENSE'
        ) line group by ref
      ) refs
      full join (
        select p.id::text as ref, p.amount from bank_suspense s join bank_payment p on p.id = s.payment_id
         where s.ended_at is null and s.reason <> 'UNCONFIRMED'
      ) waits on waits.ref = refs.ref
      where coalesce(refs.kept, 0) <> coalesce(waits.amount, 0)`,
  },
  {
    id: 'I33f',
    holds:
      'the suspense of borrowers keeps the amount of each payment that waits, and nothing of one that was assigned, sent back or taken back; a payment has one end at a time, one that was assigned became repayments under its reference and value date, all of it together, and a line is in suspense once',
    sql: `
      select coalesce(kept.bank, waits.bank) as bank, kept.amount as kept, waits.amount as waits from (
        select a.owner_id as bank, sum(case when t.credit_account = a.id then t.amount else -t.amount end) as amount
          from account a join transfer t on a.id in (t.credit_account, t.debit_account)
         where a.kind = 'BORROWER_SUSPENSE' group by 1
      ) kept
      full join (
        select method_payment as bank, sum(amount) as amount from borrower_payment_now where state = 'WAITS' group by 1
      ) waits on waits.bank = kept.bank
      where coalesce(kept.amount, 0) <> coalesce(waits.amount, 0)
      union all
      select method_payment, amount, null from (
        select p.method_payment, p.amount,
               coalesce((select sum(case when a.id = t.credit_account then t.amount else -t.amount end)
                           from transfer t join account a on a.id in (t.credit_account, t.debit_account)
                          where a.kind = 'BORROWER_SUSPENSE' and t.ref in (p.id::text, p.end_id::text)), 0) as kept, p.state
          from borrower_payment_now p
      ) one where kept <> case when state = 'WAITS' then amount else 0 end
      union all
      select p.method_payment, p.amount, r.amount from borrower_payment_now p
       cross join lateral (
         select sum(l.amount) as amount, bool_and(upper(btrim(l.reference) collate "C") = p.name and l.paid_on = p.paid_on) as its
           from borrower_payment_part b join loan_payment l on l.id = b.payment_id where b.end_id = p.end_id
       ) r
       where (p.state = 'ASSIGNED' and (r.amount, r.its) is distinct from (p.amount::numeric, true))
          or (p.state <> 'ASSIGNED' and r.amount is not null)
      union all
      select min(method_payment), null, null from borrower_payment_now group by line_id having count(*) > 1`,
  },
]
