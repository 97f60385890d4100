import type { Invariant } from './invariant.ts'

/** What banks told us of, against the books. */
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
    id: 'I13',
    holds:
      'a payment for nobody’s number went to suspense, whole and once, and from there at most to one lender',
    sql: `
      select p.id, p.bank, p.payment_request_id, p.amount from bank_payment p
        left join bank_suspense s on s.payment_id = p.id
        left join top_up u on u.id = p.id
       where p.lender_id is null
         and (s.payment_id is null or s.lender_id is distinct from u.lender_id or u.amount <> p.amount
              or (select coalesce(sum(t.amount), 0) from transfer t join account a on a.id = t.credit_account
                   where t.kind = 'SUSPENSE' and t.ref = p.id::text and a.kind = 'SUSPENSE') <> p.amount)
      union all
      select p.id, p.bank, p.payment_request_id, p.amount from bank_suspense s join bank_payment p on p.id = s.payment_id
       where p.lender_id is not null`,
  },
  {
    id: 'I14b',
    holds: 'money that came in for a number is the money of the lender whose number it is at that bank',
    sql: `
      select p.id, p.number, p.lender_id from bank_payment p
       where p.lender_id is not null
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
         where s.ended_at is null
      ) waits on waits.ref = refs.ref
      where coalesce(refs.kept, 0) <> coalesce(waits.amount, 0)`,
  },
]
