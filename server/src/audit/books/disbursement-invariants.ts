import type { Invariant } from './invariant.ts'

export const disbursementInvariants: readonly Invariant[] = [
  {
    id: 'I53',
    holds:
      'a bank has one order at most to pay a loan out: over the total of a funded loan while it waits, and over what was disbursed once it is complete',
    sql: `
      select o.id, o.state, o.amount, p.status, p.total from disbursement_order o
        left join loan_position p on p.loan_id = o.loan_id
        left join loan_servicing s on s.loan_id = o.loan_id
       where (o.state in ('ORDERED', 'SENT', 'PAID') and (p.status, p.total) is distinct from ('FUNDED', o.amount))
          or (o.state = 'COMPLETED' and s.principal is distinct from o.amount)
      union all
      select null, 'twice', sum(o.amount), null, null from disbursement_order o
       where o.state <> 'RETURNED' group by o.loan_id having count(*) > 1`,
  },
  {
    id: 'I53b',
    holds: 'an order is complete by a line of the bank that was said to pay its loan out',
    sql: `
      select o.id, l.loan_number, o.amount from disbursement_order o join loan l on l.id = o.loan_id
       where o.state = 'COMPLETED' and not exists (
               select from bank_line b left join bank_line_transfer t on t.line_id = b.id
                where b.type = 'DEBIT' and b.method_payment = o.method_payment
                  and coalesce(t.name, upper(btrim(b.bank_reference) collate "C")) = upper(l.loan_number collate "C"))`,
  },
  {
    id: 'I53c',
    holds: 'a payment file has the orders and the sum with which it was written, all of its bank',
    sql: `
      select f.id, f.orders, f.amount, count(o.id) as found, coalesce(sum(o.amount), 0) as sum
        from disbursement_file f
        left join disbursement_order o on o.file_id = f.id and o.method_payment = f.method_payment
       group by f.id, f.orders, f.amount
      having (f.orders, f.amount) is distinct from (count(o.id)::int, coalesce(sum(o.amount), 0)::bigint)`,
  },
]
