import type { Invariant } from './invariant.ts'

/** Invariants of the operator's records on lenders and products. */
export const productInvariants: readonly Invariant[] = [
  {
    id: 'I14',
    holds:
      'a virtual account has 15 digits and belongs to one lender, who has one at a time for each way to pay',
    sql: `
      select number, count(*) as rows, null::bigint as lender_id from lender_virtual_account
       group by number having count(*) > 1 or number !~ '^[0-9]{15}$'
      union all
      select max(number), count(*), lender_id from lender_virtual_account where ended_at is null
       group by lender_id, method_payment having count(*) > 1`,
  },
  {
    id: 'I19b',
    holds:
      'a bulk product has the loans and the total that it was uploaded with, whatever of a loan was not funded in the end',
    sql: `
      select b.number, b.loans, b.total, count(p.loan_id) as has_loans, coalesce(sum(coalesce(e.total, p.total)), 0) as has_total
        from bulk_product b left join loan_position p on p.bulk_product_id = b.id
        left join offer_end e on e.loan_id = p.loan_id and e.decision = 'PAID_OUT'
       group by b.id having b.loans <> count(p.loan_id) or b.total <> coalesce(sum(coalesce(e.total, p.total)), 0)`,
  },
]
