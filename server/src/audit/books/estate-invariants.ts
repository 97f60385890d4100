import type { Invariant } from './invariant.ts'

/** Withdrawals that an operator orders by a document, the estates of dead lenders, and closed accounts. */
export const estateInvariants: readonly Invariant[] = [
  {
    id: 'I51',
    holds:
      'a withdrawal that an operator ordered returns what was idle for too long, or pays an heir of the estate that stood then, never more than their share of all that went to heirs but for a rupiah of rounding, and all heirs together no more than there was',
    sql: `
      select o.withdrawal_id::text as id, o.heir, o.basis, o.gone, w.asked from ordered_withdrawal o
        left join withdrawal w on w.id = o.withdrawal_id and w.lender_id = o.lender_id
        left join estate_record e on e.id = o.estate_id
       where w.id is null
          or (o.estate_id is null and (o.gone <> 0 or w.asked <> o.basis))
          or (o.estate_id is not null
              and (o.heir > cardinality(e.parts) or o.document <> e.document or o.created_at < e.recorded_at
                   or (o.gone + w.asked - 1)::numeric * (select sum(part) from unnest(e.parts) as part)
                        >= o.basis::numeric * e.parts[o.heir]
                   or exists (select from reversal r
                               where r.kind = 'ESTATE' and r.of_id = e.id::text and r.created_at < o.created_at)))
      union all
      select o.order_id::text, null, max(o.basis), null, sum(o.gone + w.asked) from ordered_withdrawal o
        join withdrawal w on w.id = o.withdrawal_id
       group by o.order_id having sum(o.gone + w.asked) > max(o.basis) or count(distinct o.basis) > 1`,
  },
  {
    id: 'I51b',
    holds:
      'a lender has at most one estate that stands and is not active then, and each of its heirs has a bank account of their own',
    sql: `
      select l.id, l.state, count(*) as estates from estate e join lender l on l.id = e.lender_id
       group by l.id, l.state having count(*) > 1 or l.state = 'ACTIVE'
      union all
      select e.lender_id, 'heirs', cardinality(e.parts) from estate_record e
       where (select array_agg(distinct v.heir order by v.heir) from lender_bank_account_version v where v.estate_id = e.id)
               is distinct from (select array_agg(no order by no) from generate_series(1, cardinality(e.parts)) as no)`,
  },
  {
    id: 'I51c',
    holds:
      'each estate and each ordered withdrawal has an entry in the audit trail from its transaction, with its document and the hash that this is kept under',
    sql: `
      select named.lender_id, named.operation, d.name, d.sha256 from (
          select lender_id, document, recorded_at as at, 'recordEstate' as operation from estate_record
          union all
          select distinct lender_id, document, created_at, case when estate_id is null then 'returnIdleCash' else 'payHeirs' end
            from ordered_withdrawal
        ) named
        join supporting_document d on d.name = named.document
       where named.at >= coalesce((select max(audit_time_of(end_id)) from audit_retirement), '-infinity')
         and not exists (
           select from audit_event e
            where e.subject = 'lender:' || named.lender_id and e.subject like 'lender:%' and e.at = named.at
              and e.outcome = 'done' and e.operation = named.operation
              and e.detail ->> 'document' = d.name and e.detail ->> 'sha256' = d.sha256)`,
  },
  {
    id: 'I52',
    holds:
      'an account that is closed had no cash when it was, and has nothing held but for heirs and no funding that waits',
    sql: `
      select l.id, a.kind, a.held, coalesce(last.after, 0) as cash from lender l
        join account a on a.owner_id = l.id and a.kind in ('LENDER_CASH', 'LENDER_CASH_ADDITIONAL')
        left join lateral (
          select after from (
            (select debit_seq as seq, debit_balance_after as after from transfer
              where debit_account = a.id and debit_seq is not null and created_at < l.state_since order by debit_seq desc limit 1)
            union all
            (select credit_seq, credit_balance_after from transfer
              where credit_account = a.id and credit_seq is not null and created_at < l.state_since order by credit_seq desc limit 1)
          ) side order by seq desc limit 1) last on true
       where l.state = 'CLOSED'
         and (a.held > (select coalesce(sum(h.amount), 0) from hold h join ordered_withdrawal o on o.withdrawal_id = h.id
                         where h.account_id = a.id and h.state = 'OPEN' and o.estate_id is not null)
              or coalesce(last.after, 0) <> 0)
      union all
      select l.id, 'FUNDING', f.amount, null from lender l join funding f on f.lender_id = l.id
       where l.state = 'CLOSED' and f.state = 'WAITING'`,
  },
]
