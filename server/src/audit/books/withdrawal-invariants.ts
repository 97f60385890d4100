import type { Invariant } from './invariant.ts'

export const withdrawalInvariants: readonly Invariant[] = [
  {
    id: 'I5d',
    holds:
      'each withdrawal has one hold over its amount and fee on cash of its lender, open while it is under way, settled where it was paid, whatever came back of it or was taken back later, and released where the bank paid after it was returned',
    sql: `
      select w.id, w.state, w.amount, w.fee, h.state as hold, h.amount as held from withdrawal w
        left join hold h on h.purpose = 'WITHDRAWAL' and h.id = w.id
        left join account a on a.id = h.account_id
       cross join lateral (select count(distinct t.journal_id) as times from transfer t
                            where t.kind = 'WITHDRAWAL' and t.ref = w.id::text) paid
       cross join lateral (select count(*) as times from withdrawal_charge_record c where c.withdrawal_id = w.id) charged
       where h.id is null or h.amount <> w.amount + w.fee
          or h.state <> case when w.ended_at is null then 'OPEN'
                             -- A charge moves money without its hold; any other payment settled it, also one taken back.
                             when paid.times > charged.times then 'SETTLED'
                             else 'RELEASED' end
          or a.owner_id is distinct from w.lender_id or a.kind not in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')
      union all
      select h.id, null, null, null, h.state, h.amount from hold h
       where h.purpose = 'WITHDRAWAL' and not exists (select from withdrawal w where w.id = h.id)`,
  },
  {
    id: 'I9',
    holds:
      'a withdrawal that was paid left once through its bank, and its fee with it, also where the bank gave it back later; any other moved nothing, or what it moved was taken back',
    sql: `
      select w.id, w.state, w.amount, w.fee, m.moves from withdrawal w
        left join hold h on h.purpose = 'WITHDRAWAL' and h.id = w.id
        cross join lateral (
          select count(*) as moves,
                 count(*) filter (where t.debit_account = h.account_id and c.kind = 'BANK_CLEARING' and t.amount = w.amount
                                    and c.owner_id = w.method_payment) as sent,
                 count(*) filter (where t.debit_account = h.account_id and c.kind = 'TRANSFER_FEE' and t.amount = w.fee
                                    and c.owner_id = w.method_payment) as fees
            from transfer t join account c on c.id = t.credit_account
           where t.kind = 'WITHDRAWAL' and t.ref = w.id::text
             and not exists (select from reversal v where v.journal_id = t.journal_id)
        ) m
       where case when w.state = 'PAID' or w.end_reason = 'GIVEN_BACK' then (m.sent, m.fees, m.moves) <> (1, (w.fee > 0)::int, 1 + (w.fee > 0)::int)
             else m.moves <> 0 end
      union all
      select t.id, null, t.amount, null, null from transfer t
       where t.kind = 'WITHDRAWAL' and not exists (select from withdrawal w where w.id::text = t.ref)`,
  },
  {
    id: 'I9b',
    holds:
      'what a bank gave back of a withdrawal is with its lender, once for each line of its list and never more than was sent, and the withdrawal says so; what was taken back of that is not',
    sql: `
      select r.id, r.withdrawal_id, r.amount, r.fee, m.moves from withdrawal_return r
        left join withdrawal w on w.id = r.withdrawal_id
        left join bank_line l on l.id = r.line_id
        cross join lateral (
          select count(*) as moves,
                 count(*) filter (where b.kind = 'BANK_CLEARING' and t.amount = r.amount) as given,
                 count(*) filter (where b.kind = 'TRANSFER_FEE' and t.amount = r.fee) as fees,
                 count(*) filter (where b.owner_id = w.method_payment and c.owner_id = r.lender_id
                                    and c.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')) as right_ones
            from transfer t join account b on b.id = t.debit_account join account c on c.id = t.credit_account
           where t.kind = 'WITHDRAWAL_RETURN' and t.ref = r.id::text
        ) m
       where w.end_reason is distinct from 'GIVEN_BACK' or w.lender_id <> r.lender_id
          or l.type is distinct from 'CREDIT' or l.amount <> r.amount or l.method_payment <> w.method_payment
          or (m.given, m.fees, m.moves, m.right_ones)
               <> (1, (r.fee > 0)::int, 1 + (r.fee > 0)::int, 1 + (r.fee > 0)::int)
      union all
      select w.id, w.id, w.amount, w.fee, null from withdrawal w
        left join withdrawal_return r on r.withdrawal_id = w.id
       where w.end_reason = 'GIVEN_BACK'
       group by w.id, w.amount, w.fee
      having coalesce(sum(r.amount), 0) not between 1 and w.amount or coalesce(sum(r.fee), 0) > w.fee
      union all
      select t.id, null, t.amount, null, null from transfer t
       where t.kind = 'WITHDRAWAL_RETURN' and not exists (select from withdrawal_return_record r where r.id::text = t.ref)
      union all
      select null, null, r.amount, null, count(*) from withdrawal_return r group by r.line_id, r.amount having count(*) > 1
      union all
      select r.id, r.withdrawal_id, r.amount, r.fee, null from withdrawal_return_record r
        join reversal v on v.kind = 'WITHDRAWAL_RETURN' and v.of_id = r.id::text
       where not exists (select from transfer t where t.journal_id = v.journal_id and t.kind = 'WITHDRAWAL_RETURN' and t.ref = r.id::text)`,
  },
  {
    id: 'I9c',
    holds:
      'a withdrawal that was settled by a line, or charged after it had been returned, is paid, and the bank lists that it sent it; where that was taken back its payment is too, and a line is matched once',
    sql: `
      select c.withdrawal_id, w.state, l.type, l.amount from (
          select lender_id, withdrawal_id, line_id from withdrawal_charge
          union all select lender_id, withdrawal_id, line_id from withdrawal_settlement
        ) c
        left join withdrawal w on w.id = c.withdrawal_id
        left join bank_line l on l.id = c.line_id
       where w.lender_id is distinct from c.lender_id or (w.state <> 'PAID' and w.end_reason is distinct from 'GIVEN_BACK')
          or l.type is distinct from 'DEBIT' or l.amount <> w.amount or l.method_payment <> w.method_payment
      union all
      select c.withdrawal_id, v.kind, null, null from (
          select 'WITHDRAWAL_CHARGE' as kind, id, withdrawal_id from withdrawal_charge_record
          union all select 'WITHDRAWAL_SETTLEMENT', id, withdrawal_id from withdrawal_settlement_record
        ) c
        join reversal v on v.kind = c.kind and v.of_id = c.id::text
       where not exists (select from transfer t where t.journal_id = v.journal_id and t.kind = 'WITHDRAWAL' and t.ref = c.withdrawal_id::text)
      union all
      select withdrawal_id, 'charged twice', null, null from withdrawal_charge group by 1 having count(*) > 1
      union all
      select withdrawal_id, 'settled twice', null, null from withdrawal_settlement group by 1 having count(*) > 1
      union all
      select null, 'matched twice', null, count(*) from bank_line_match group by line_id having count(*) > 1`,
  },
  {
    id: 'I33c',
    holds:
      'what the clearing account of a bank has of withdrawals is what it was paid for them less what it gave back of them, without what was taken back of either',
    sql: `
      select books.method, books.sent as transfers, said.sent as withdrawals from (
        select c.owner_id as method, sum(t.amount) as sent from (
          select credit_account as clearing, amount, journal_id from transfer where kind = 'WITHDRAWAL'
          union all
          select debit_account, -amount, journal_id from transfer where kind = 'WITHDRAWAL_RETURN'
        ) t join account c on c.id = t.clearing and c.kind = 'BANK_CLEARING'
         where not exists (select from reversal v where v.journal_id = t.journal_id) group by c.owner_id
      ) books full join (
        select w.method_payment::bigint as method, sum(w.amount - coalesce(r.back, 0)) as sent from withdrawal w
          left join lateral (select sum(amount) as back from withdrawal_return where withdrawal_id = w.id) r on true
         where w.state = 'PAID' or w.end_reason = 'GIVEN_BACK' group by w.method_payment
      ) said using (method)
      where coalesce(books.sent, 0) <> coalesce(said.sent, 0)`,
  },
  {
    id: 'I10',
    holds:
      'a withdrawal that a lender asked for is of at least 100000, and each sends what was asked for or that less its fee',
    sql: `
      select id, asked, amount, fee from withdrawal
       where (asked < 100000 and not exists (select from ordered_withdrawal o where o.withdrawal_id = id))
          or fee < 0 or amount <= 0 or (amount <> asked and amount + fee <> asked)`,
  },
  {
    id: 'I11',
    holds:
      'a withdrawal goes to the bank account that was registered when it was asked for, or to that of the heir for whom it was ordered',
    sql: `
      select w.id, w.account_version from withdrawal w
        left join ordered_withdrawal o on o.withdrawal_id = w.id
       where w.account_version is distinct from (
         select max(v.version) from lender_bank_account_version v
          where v.lender_id = w.lender_id and v.registered_at <= w.created_at
            and v.estate_id is not distinct from o.estate_id and v.heir is not distinct from o.heir)`,
  },
]
