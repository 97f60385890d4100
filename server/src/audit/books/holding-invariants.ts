import type { Invariant } from './invariant.ts'

/** Transfers of holdings to other lenders. */
export const holdingInvariants: readonly Invariant[] = [
  {
    id: 'I55',
    holds:
      'each transfer of a holding that stands is of a settled funding, from who held it before and later than the transfer before it; and only the present holder is owed anything',
    sql: `
      select t.id::text as transfer, t.funding_id, t.from_lender as lender, before.to_lender as holder
        from holding_transfer t left join funding f on f.id = t.funding_id
        left join lateral (
          select b.to_lender, b.value_date from holding_transfer b
           where b.funding_id = t.funding_id and b.id <> t.id and b.value_date <= t.value_date
           order by b.value_date desc limit 1) before on true
       where f.state is distinct from 'SETTLED' or f.loan_id <> t.loan_id or f.lender_id <> t.origin_lender
          or t.from_lender <> coalesce(before.to_lender, f.lender_id) or before.value_date = t.value_date
          or t.value_date > business_day(t.recorded_at)
      union all
      select null, b.funding_id, b.lender_id, coalesce(now.to_lender, f.lender_id) from funding_balance b
        left join funding f on f.id = b.funding_id
        left join (
          select distinct on (funding_id) funding_id, to_lender from holding_transfer order by funding_id, value_date desc
        ) now on now.funding_id = b.funding_id
       where b.lender_id is distinct from coalesce(now.to_lender, f.lender_id) and b.principal_due + b.interest_due > 0`,
  },
  {
    id: 'I55b',
    holds:
      'what a funding receives of a payment that stands is received by who held it on the value date of the payment',
    sql: `
      select r.payment_id, r.funding_id, r.lender_id, coalesce(held.to_lender, f.lender_id) as holder
        from lender_repayment r join standing_payment p on p.id = r.payment_id
        join funding f on f.id = r.funding_id
        left join lateral (
          select t.to_lender from holding_transfer t where t.funding_id = r.funding_id and t.value_date <= p.paid_on
           order by t.value_date desc limit 1) held on true
       where r.lender_id <> coalesce(held.to_lender, f.lender_id)`,
  },
  {
    id: 'I55c',
    holds:
      'each transfer of holdings has an entry in the audit trail from its transaction, with its document, the hash that this is kept under, and the hash of its addendum',
    sql: `
      select t.id, t.from_lender, d.name, d.sha256 from holding_transfer_record t
        left join supporting_document d on d.name = t.document
        left join transfer_addendum a on a.id = t.addendum
       where t.recorded_at >= coalesce((select max(audit_time_of(end_id)) from audit_retirement), '-infinity')
         and not exists (
           select from audit_event e
            where e.subject = 'lender:' || t.from_lender and e.subject like 'lender:%' and e.at = t.recorded_at
              and e.outcome = 'done' and e.operation = 'transferHoldings' and e.detail ->> 'orderId' = t.order_id::text
              and e.detail ->> 'document' = d.name and e.detail ->> 'sha256' = d.sha256
              and (e.detail ->> 'addendumSha256') is not distinct from encode(a.sha256, 'hex'))`,
  },
  {
    id: 'I55d',
    holds:
      'each addendum of a transfer is of both sides of the transfers that name it, with a price for an assignment alone; and each transfer since the first of them has one',
    sql: `
      select a.id as addendum, null::uuid as transfer, a.from_lender, a.to_lender from transfer_addendum a
       where not exists (select from holding_transfer_record t where t.addendum = a.id)
      union all
      select a.id, t.id, t.from_lender, t.to_lender
        from holding_transfer_record t left join transfer_addendum a on a.id = t.addendum
       where a.id is null and t.recorded_at >= (select min(created_at) from transfer_addendum)
          or (a.from_lender, a.to_lender) <> (t.from_lender, t.to_lender)
          or a.price is not null and t.kind <> 'ASSIGNMENT'`,
  },
]
